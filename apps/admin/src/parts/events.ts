import type { Sentence } from './scopes';
import { useSentences } from './sentences';

/** As things happen. */
const course = ['created', 'updated', 'scopes_changed', 'deleted', 'uninstalled'];

/** Every type of event that an app may be told of, with its sentence. `ScopeList` and `EventPicker` show them. */
export const useEventTypes = () => useSentences<Sentence>('/api/event_types', course);
