/** Maximum length of an id in a toast. A toast shows only the end of a longer id. */
const MAX_ID_LENGTH = 12;
const SHORT_ID_LENGTH = 8;

/** Returns a short name of a meta object for toasts: the type and id of the object to which the metadata belongs. */
export function metaName({
  resource_type,
  resource_id,
}: {
  resource_type: string;
  resource_id: string;
}): string {
  const id = resource_id.length > MAX_ID_LENGTH ? `…${resource_id.slice(-SHORT_ID_LENGTH)}` : resource_id;
  return `${resource_type} ${id}`;
}
