import type { Sentence } from './scopes';
import { useSentences } from './sentences';

/** Actions of event types in the order of display. */
const course = ['created', 'updated', 'scopes_changed', 'deleted', 'uninstalled'];

/**
 * Loads every event type that an app can receive, with its sentence. Used by `ScopeList` and `EventPicker`.
 */
export const useEventTypes = () => useSentences<Sentence>('/api/event_types', course);
