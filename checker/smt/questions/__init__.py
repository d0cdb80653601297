"""Static questions: dead rules and faults, premises that no state meets, tables that cannot be dealt."""
