import { testSearch } from '../testing/test-search';

testSearch({ questions: 10_000, totals: 1_000 });
