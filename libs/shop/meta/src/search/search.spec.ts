import { testSearch } from '../testing/test-search';

testSearch({ questions: 600, totals: 100 });
