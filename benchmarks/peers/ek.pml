/* Small base-game Exploding Kittens, ordered pile.
   NP HAND XD LMAX nA nS nH nT nF nC nN come from -D flags. */
byte phase, cur, owed = 1, act, tgt, par, plen;
bool alive[NP];
byte hand[NP * 8];      /* kinds 2..9 at k-2 */
byte pool[10];
byte pile[LMAX];

#define HD(p,k) hand[(p)*8 + (k) - 2]
#define HS(p) (HD(p,2)+HD(p,3)+HD(p,4)+HD(p,5)+HD(p,6)+HD(p,7)+HD(p,8)+HD(p,9))
#if NP == 2
#define NEXT(p) (alive[1-(p)] -> 1-(p) : (p))
#define LASTONE (alive[0] + alive[1] == 1)
#else
#define NEXT(p) (alive[((p)+1)%3] -> ((p)+1)%3 : (alive[((p)+2)%3] -> ((p)+2)%3 : (p)))
#define LASTONE (alive[0] + alive[1] + alive[2] == 1)
#endif
#define ENDTURN phase = 2; if :: owed > 1 -> owed-- :: else -> cur = NEXT(cur) fi
#define CLEARACT act = 0; tgt = 0; par = 0

#define DEAL(p,k) :: d_step { phase == 0 && pool[k] > 0 && HS(p) <= HAND && FIRST(p) -> \
    pool[k]--; HD(p,k)++; \
    if :: p == NP-1 && HS(p) == HAND+1 -> phase = 1; pool[1] = NP-1; pool[2] = XD :: else fi }
#define FIRST(p) ((p) == 0 || HS((p)-1) == HAND+1)
#define DEALS(p) DEAL(p,3) DEAL(p,4) DEAL(p,5) DEAL(p,6) DEAL(p,7) DEAL(p,8) DEAL(p,9)
#define PLACE(k) :: d_step { phase == 1 && pool[k] > 0 -> pool[k]--; pile[plen] = k; plen++; \
    if :: pool[1]+pool[2]+pool[3]+pool[4]+pool[5]+pool[6]+pool[7]+pool[8]+pool[9] == 0 -> phase = 2 :: else fi }
#define PLAY(k) :: d_step { phase == 2 && HD(cur,k) > 0 -> HD(cur,k)--; act = k; phase = 3 }
#define PLAYAT(k,t) :: d_step { phase == 2 && t != cur && HD(cur,k) >= (k)-6 && alive[t] && HS(t) > 0 -> \
    HD(cur,k) = HD(cur,k) - ((k)-6); act = k; tgt = t; phase = 3 }
#define NOPEBY(p) :: d_step { phase == 3 && HD(p,9) > 0 -> HD(p,9)--; par = 1 - par }
#define TAKE(k) :: d_step { (phase == 4 || (phase == 3 && act == 8 && !par)) && HD(tgt,k) > 0 -> \
    HD(tgt,k)--; HD(cur,k)++; phase = 2; CLEARACT }
#define REINSERT(x) :: d_step { phase == 5 && x <= plen -> i = plen; \
    do :: i > x -> pile[i] = pile[i-1]; i-- :: else -> break od; \
    pile[x] = 1; plen++; i = 0; ENDTURN }

byte i;
byte c;

init {
  d_step {
    i = 0;
    do :: i < NP -> alive[i] = 1; HD(i,2) = 1; i++ :: else -> break od;
    pool[3] = nA; pool[4] = nS; pool[5] = nH; pool[6] = nT; pool[7] = nF; pool[8] = nC; pool[9] = nN;
    i = 0
  }
end: do
  DEALS(0) DEALS(1)
#if NP == 3
  DEALS(2)
#endif
  PLACE(1) PLACE(2) PLACE(3) PLACE(4) PLACE(5) PLACE(6) PLACE(7) PLACE(8) PLACE(9)
  :: d_step { phase == 2 && plen > 0 ->
       plen--; c = pile[plen]; pile[plen] = 0;
       if
       :: c == 1 && HD(cur,2) > 0 -> HD(cur,2)--; phase = 5
       :: c == 1 && HD(cur,2) == 0 ->
            alive[cur] = 0;
            i = 2; do :: i <= 9 -> HD(cur,i) = 0; i++ :: else -> break od; i = 0;
            owed = 1; cur = NEXT(cur);
            if :: LASTONE -> phase = 6 :: else fi
       :: else -> HD(cur,c)++; ENDTURN
       fi; c = 0 }
  PLAY(3) PLAY(4) PLAY(5) PLAY(6)
  PLAYAT(7,0) PLAYAT(8,0) PLAYAT(7,1) PLAYAT(8,1)
  NOPEBY(0) NOPEBY(1)
#if NP == 3
  PLAYAT(7,2) PLAYAT(8,2) NOPEBY(2)
#endif
  :: d_step { phase == 3 && (par || act <= 7 || HS(tgt) == 0) ->
       phase = 2;
       if
       :: par -> CLEARACT
       :: else ->
          if
          :: act == 3 -> cur = NEXT(cur); owed = 2; CLEARACT
          :: act == 4 -> ENDTURN; CLEARACT
          :: act == 5 ->
               i = 0;
               do :: i < plen -> pool[pile[i]]++; pile[i] = 0; i++ :: else -> break od;
               i = 0; plen = 0; phase = 1; CLEARACT
          :: act == 7 && HS(tgt) > 0 -> phase = 4; act = 0; par = 0
          :: else -> CLEARACT
          fi
       fi }
  TAKE(2) TAKE(3) TAKE(4) TAKE(5) TAKE(6) TAKE(7) TAKE(8) TAKE(9)
  REINSERT(0) REINSERT(1) REINSERT(2) REINSERT(3) REINSERT(4) REINSERT(5) REINSERT(6)
  REINSERT(7) REINSERT(8) REINSERT(9) REINSERT(10) REINSERT(11) REINSERT(12)
  :: d_step { phase == 2 && plen == 0 -> assert(false) }
  od
}
