---- MODULE EK ----
\* Small base-game Exploding Kittens, ordered pile.
EXTENDS Naturals, Sequences, FiniteSets
CONSTANTS NP, HAND, XD, nA, nS, nH, nT, nF, nC, nN
VARIABLES phase, cur, owed, act, tgt, par, alive, hand, pool, pile
vars == <<phase, cur, owed, act, tgt, par, alive, hand, pool, pile>>
P == 0..(NP-1)
Kinds == 1..9
HK == 2..9
RECURSIVE NextP(_, _)
NextP(al, p) == LET q == (p + 1) % NP IN IF al[q] THEN q ELSE NextP(al, q)
Size(h) == h[2]+h[3]+h[4]+h[5]+h[6]+h[7]+h[8]+h[9]
Count(s, k) == Cardinality({i \in DOMAIN s : s[i] = k})
Zero == [k \in Kinds |-> 0]
Init ==
  /\ phase = "deal" /\ cur = 0 /\ owed = 1 /\ act = 0 /\ tgt = 0 /\ par = FALSE
  /\ alive = [p \in P |-> TRUE]
  /\ hand = [p \in P |-> [k \in HK |-> IF k = 2 THEN 1 ELSE 0]]
  /\ pool = <<0, 0, nA, nS, nH, nT, nF, nC, nN>>
  /\ pile = <<>>
EndTurn == /\ phase' = "main"
           /\ IF owed > 1 THEN owed' = owed - 1 /\ cur' = cur
              ELSE owed' = 1 /\ cur' = NextP(alive, cur)
ClearAct == act' = 0 /\ tgt' = 0 /\ par' = FALSE
Deal ==
  /\ phase = "deal"
  /\ \E p \in P : /\ Size(hand[p]) <= HAND
                  /\ \A q \in P : q < p => Size(hand[q]) = HAND + 1
                  /\ \E k \in 3..9 :
                       /\ pool[k] > 0
                       /\ hand' = [hand EXCEPT ![p][k] = @ + 1]
                       /\ IF p = NP - 1 /\ Size(hand[p]) = HAND
                          THEN phase' = "shuf" /\ pool' = [pool EXCEPT ![k] = @ - 1, ![1] = NP - 1, ![2] = XD]
                          ELSE phase' = phase /\ pool' = [pool EXCEPT ![k] = @ - 1]
  /\ UNCHANGED <<cur, owed, act, tgt, par, alive, pile>>
Place ==
  /\ phase = "shuf"
  /\ \E k \in Kinds :
       /\ pool[k] > 0
       /\ pool' = [pool EXCEPT ![k] = @ - 1]
       /\ pile' = Append(pile, k)
  /\ phase' = IF pool' = Zero THEN "main" ELSE "shuf"
  /\ UNCHANGED <<cur, owed, act, tgt, par, alive, hand>>
Draw ==
  /\ phase = "main" /\ pile # <<>>
  /\ LET c == pile[Len(pile)] IN
       /\ pile' = SubSeq(pile, 1, Len(pile) - 1)
       /\ IF c = 1
          THEN IF hand[cur][2] > 0
               THEN /\ phase' = "defuse" /\ hand' = [hand EXCEPT ![cur][2] = @ - 1]
                    /\ UNCHANGED <<cur, owed, alive>>
               ELSE /\ alive' = [alive EXCEPT ![cur] = FALSE]
                    /\ hand' = [hand EXCEPT ![cur] = [k \in HK |-> 0]]
                    /\ owed' = 1
                    /\ cur' = NextP(alive', cur)
                    /\ phase' = IF Cardinality({p \in P : alive'[p]}) = 1 THEN "over" ELSE "main"
          ELSE /\ hand' = [hand EXCEPT ![cur][c] = @ + 1]
               /\ alive' = alive
               /\ EndTurn
  /\ UNCHANGED <<act, tgt, par, pool>>
Play ==
  /\ phase = "main"
  /\ \E k \in 3..6 : hand[cur][k] > 0 /\ hand' = [hand EXCEPT ![cur][k] = @ - 1] /\ act' = k
  /\ phase' = "nope"
  /\ UNCHANGED <<cur, owed, tgt, par, alive, pool, pile>>
PlayAt ==
  /\ phase = "main"
  /\ \E k \in 7..8 : \E t \in P :
       /\ hand[cur][k] >= k - 6 /\ t # cur /\ alive[t] /\ Size(hand[t]) > 0
       /\ hand' = [hand EXCEPT ![cur][k] = @ - (k - 6)] /\ act' = k /\ tgt' = t
  /\ phase' = "nope"
  /\ UNCHANGED <<cur, owed, par, alive, pool, pile>>
Nope ==
  /\ phase = "nope"
  /\ \E p \in P : hand[p][9] > 0 /\ hand' = [hand EXCEPT ![p][9] = @ - 1]
  /\ par' = ~par
  /\ UNCHANGED <<phase, cur, owed, act, tgt, alive, pool, pile>>
Resolve ==
  /\ phase = "nope"
  /\ (par \/ act <= 7 \/ Size(hand[tgt]) = 0) = TRUE
  /\ IF ~par /\ act = 7 /\ Size(hand[tgt]) > 0
     THEN phase' = "give" /\ act' = 0 /\ par' = FALSE /\ UNCHANGED <<tgt, cur, owed, pool, pile>>
     ELSE /\ ClearAct
          /\ IF par \/ act >= 6 THEN phase' = "main" /\ UNCHANGED <<cur, owed, pool, pile>>
             ELSE IF act = 3 THEN phase' = "main" /\ cur' = NextP(alive, cur) /\ owed' = 2 /\ UNCHANGED <<pool, pile>>
             ELSE IF act = 4 THEN EndTurn /\ UNCHANGED <<pool, pile>>
             ELSE phase' = "shuf" /\ pile' = <<>> /\ pool' = [k \in Kinds |-> Count(pile, k)] /\ UNCHANGED <<cur, owed>>
  /\ UNCHANGED <<alive, hand>>
Take ==
  /\ phase = "give" \/ (phase = "nope" /\ act = 8 /\ ~par)
  /\ \E k \in HK : hand[tgt][k] > 0 /\ hand' = [hand EXCEPT ![tgt][k] = @ - 1, ![cur][k] = @ + 1]
  /\ phase' = "main" /\ ClearAct
  /\ UNCHANGED <<cur, owed, alive, pool, pile>>
Reinsert ==
  /\ phase = "defuse"
  /\ \E i \in 0..Len(pile) : pile' = SubSeq(pile, 1, i) \o <<1>> \o SubSeq(pile, i + 1, Len(pile))
  /\ EndTurn
  /\ UNCHANGED <<act, tgt, par, alive, hand, pool>>
Next == Deal \/ Place \/ Draw \/ Play \/ PlayAt \/ Nope \/ Resolve \/ Take \/ Reinsert
Spec == Init /\ [][Next]_vars
DeckNeverOut == phase = "main" => pile # <<>>
====
