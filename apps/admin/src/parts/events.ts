import type { Sentence } from './scopes';
import { useSentences } from './sentences';

/** Display order of the actions in webhook event types. */
const course = ['created', 'updated', 'scopes_changed', 'deleted', 'uninstalled'];

export const useEventTypes = () => useSentences<Sentence>('/api/event_types', course);
