import type { Sentence } from './scopes';
import { useSentences } from './sentences';

/** Order of actions in a list of event types. */
const course = ['created', 'updated', 'scopes_changed', 'deleted', 'uninstalled'];

/** Every event type that an app can receive, with its sentence. Used by `ScopeList` and `EventPicker`. */
export const useEventTypes = () => useSentences<Sentence>('/api/event_types', course);
