import type { Sentence } from './scopes';
import { useSentences } from './sentences';

/** Display order of the actions in event types. */
const course = ['created', 'updated', 'scopes_changed', 'deleted', 'uninstalled'];

/** Loads every webhook event type with its translated sentence. */
export const useEventTypes = () => useSentences<Sentence>('/api/event_types', course);
