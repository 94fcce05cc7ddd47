/** IDs of the rules in docs/json-api.md that conformance tests check for every relationship. */
export const ofRelationships =
  'DS-27 DS-31 RL-01 RL-02 RL-03 RL-04 RL-05 RL-06 IN-01 IN-02 IN-03 IN-04 IN-05 IN-06 IN-07 SF-04 SF-05 CR-17 CR-18 CR-19 UP-03 UP-12 UP-13 RU-01 RU-02 RU-03 RU-04 RU-05 RU-06 RU-07'.split(
    ' ',
  );
