/**
 * All error codes of the API, each with HTTP status, title and meaning. A code must always have the same title
 * (JSON:API). A test compares this list with `docs/errors.md`.
 */
export const errorCodes = {
  malformed_document: [
    400,
    'Malformed document',
    'The body is not valid JSON, or not the JSON:API document that this request requires.',
  ],
  malformed_request: [400, 'Malformed request', 'The request line or a header is invalid.'],
  invalid_query_parameter: [
    400,
    'Invalid query parameter',
    'A query parameter is unknown, repeated or has an invalid value.',
  ],
  duplicate_authorization: [
    400,
    'Duplicate Authorization header',
    'The request has more than one Authorization header.',
  ],
  invalid_shop_id: [
    400,
    'Invalid shop-id header',
    'The shop-id header is missing or malformed, or names another shop than the host name of the request.',
  ],
  prefetch_refused: [
    400,
    'Prefetch refused',
    'A prefetch request cannot exchange a nonce. The nonce remains valid.',
  ],
  code_verifier_required: [
    400,
    'Code verifier required',
    'The installation used a code_challenge, so only the token endpoint can exchange the nonce, ' +
      'together with the code_verifier.',
  ],
  malformed_operation: [
    400,
    'Malformed operation',
    'An operation of an atomic request is invalid or not supported.',
  ],
  too_many_operations: [400, 'Too many operations', 'The atomic request has more operations than allowed.'],
  duplicate_lid: [
    400,
    'Duplicate local id',
    'Two operations of one request add resources with the same type and local id.',
  ],
  several_problems: [
    400,
    'Several problems',
    'The request has several problems with different status codes.',
  ],
  unauthorized: [401, 'Authorization needed', 'The request has no credential.'],
  invalid_token: [
    401,
    'Invalid token',
    'The credential is unknown, revoked or expired, belongs to another shop, or lacks its Secret-Proof.',
  ],
  invalid_credentials: [401, 'Invalid credentials', 'The email address or the password is wrong.'],
  invalid_client: [
    401,
    'Invalid client',
    'The app must authenticate with its id and secret, but they are missing or wrong.',
  ],
  second_factor_required: [
    403,
    'Second factor required',
    'The password is correct, but the code of the authenticator app, or a recovery code, is missing or wrong.',
  ],
  step_up_required: [
    403,
    'Step-up required',
    'The person must authenticate again, because the last authentication was more than ten minutes ago.',
  ],
  device_not_allowed: [
    403,
    'Device not allowed',
    'The session belongs to a device that signed in with a code. Such a session can use only the ' +
      'routes that the command line needs.',
  ],
  insufficient_scope: [403, 'Insufficient scope', 'The token lacks the scope that this request requires.'],
  insufficient_role: [
    403,
    'Insufficient role',
    'The role of the signed-in person in this shop does not allow this request.',
  ],
  second_factor_missing: [
    403,
    'Second factor missing',
    'The shop requires a second factor of its members, and the signed-in person has not set one up.',
  ],
  wrong_recipient: [
    403,
    'Wrong recipient',
    'The invitation was sent to an email address other than the address of the signed-in person.',
  ],
  client_id_not_allowed: [
    403,
    'Client-generated id not allowed',
    'The id of the new resource is not a UUID, or this collection generates all ids itself.',
  ],
  relationship_not_writable: [
    403,
    'Relationship not writable',
    'The relationship exists but cannot be changed by this request.',
  ],
  limit_reached: [
    403,
    'Limit reached',
    'The person or the shop already has the maximum number of objects of this type.',
  ],
  shop_limit_reached: [
    403,
    'Shop limit reached',
    'The signed-in person already has the maximum number of shops that the operator allows.',
  ],
  shop_suspended: [
    403,
    'Shop suspended',
    'The shop is suspended. Its API is unavailable until the operator reactivates it.',
  ],
  api_suspended: [
    403,
    'API suspended',
    'A member of the shop suspended all apps and access tokens. They work again after the member resumes them.',
  ],
  app_suspended: [
    403,
    'App suspended',
    'A member of the shop suspended the app. Its token works again after the member resumes the app.',
  ],
  network_not_allowed: [
    403,
    'Network not allowed',
    'The token is limited to networks that do not contain the address of the request.',
  ],
  approval_not_supported: [
    403,
    'Approval not supported',
    'A member of the shop must approve this write, but the route cannot create a proposal.',
  ],
  approver_required: [
    403,
    'Approver required',
    'Only a person who is signed in to the admin panel can approve a proposal.',
  ],
  csrf_refused: [
    403,
    'Cross-site request refused',
    'A request with a session cookie must have the X-CSRF-Token of the session and must not come from another site.',
  ],
  shop_not_found: [404, 'Shop not found', 'No shop has this host name.'],
  nonce_not_found: [404, 'Nonce not found', 'No app installation has this nonce.'],
  not_found: [
    404,
    'Not found',
    'The path or the object does not exist, or the credential has no access to it.',
  ],
  method_not_allowed: [
    405,
    'Method not allowed',
    'The path does not support this method. The Allow header lists the supported methods.',
  ],
  not_acceptable: [406, 'Not acceptable', 'No available media type matches the Accept header.'],
  request_timeout: [408, 'Request timeout', 'The request did not arrive completely within the time limit.'],
  type_mismatch: [409, 'Type mismatch', 'The type in the document differs from the type of this collection.'],
  id_mismatch: [409, 'Id mismatch', 'The id in the document differs from the id in the path.'],
  already_exists: [409, 'Already exists', 'A resource with this id or unique value already exists.'],
  illegal_transition: [
    409,
    'Illegal transition',
    'The resource cannot change from its current state to the requested state. meta.allowed lists ' +
      'the valid states if the token can read the resource.',
  ],
  last_owner: [409, 'Last owner', 'A shop must have at least one owner.'],
  rows_locked: [
    409,
    'Rows locked',
    'Other requests have locked the objects that this request changes. Nothing was changed. Retry ' +
      'after the time in Retry-After.',
  ],
  still_referenced: [
    409,
    'Still referenced',
    'The resource cannot be deleted while other objects refer to it.',
  ],
  idempotency_in_progress: [
    409,
    'Idempotent request in progress',
    'A request with the same Idempotency-Key is still running.',
  ],
  events_expired: [410, 'Events expired', 'The events after this sequence number are no longer stored.'],
  nonce_expired: [
    410,
    'Nonce expired',
    'The nonce expired after ten minutes, was replaced by a newer one, or the app was uninstalled.',
  ],
  invitation_ended: [
    410,
    'Invitation ended',
    'The invitation was already used, was withdrawn or has expired.',
  ],
  nonce_used: [
    410,
    'Nonce used',
    'The token of this nonce is already in use, so the nonce cannot be exchanged again.',
  ],
  precondition_failed: [
    412,
    'Precondition failed',
    'The current version of the resource differs from the version in If-Match or in the operation.',
  ],
  payload_too_large: [413, 'Payload too large', 'The body is larger than the limit.'],
  uri_too_long: [414, 'URI too long', 'The URL is longer than the limit.'],
  unsupported_media_type: [
    415,
    'Unsupported media type',
    'The Content-Type is not supported at this path or has unsupported parameters. Most paths ' +
      'require application/vnd.api+json.',
  ],
  misdirected_request: [
    421,
    'Misdirected request',
    'The host in the request does not belong to this service.',
  ],
  invalid_attribute: [422, 'Invalid attribute', 'An attribute is missing or invalid.'],
  unknown_attribute: [422, 'Unknown attribute', 'The resource has no such attribute.'],
  not_fillable: [422, 'Attribute not fillable', 'The attribute exists but is read-only in this request.'],
  unknown_relationship: [422, 'Unknown relationship', 'The resource has no such relationship.'],
  invalid_relationship: [
    422,
    'Invalid relationship',
    'A required relationship is missing, has too many members, or refers to an object that cannot be used.',
  ],
  number_out_of_range: [
    422,
    'Number out of range',
    'A number overflows a double, or has digits beyond ±(2^53 − 1) that a double cannot represent.',
  ],
  data_too_large: [422, 'Data too large', 'The data of a meta object is larger than the limit.'],
  too_many_members: [422, 'Too many members', 'The objects in the body have more members than allowed.'],
  too_many_keys: [422, 'Too many keys', 'The data of a meta object has more keys than allowed.'],
  invalid_key: [422, 'Invalid key', 'A key in data is empty, too long or contains invalid characters.'],
  nesting_too_deep: [422, 'Nesting too deep', 'The data of a meta object has more levels than allowed.'],
  invalid_text: [
    422,
    'Invalid text',
    'A string contains U+0000 or an unpaired surrogate, which the database cannot store.',
  ],
  invalid_icon: [
    422,
    'Invalid icon',
    'The image does not match its Content-Type, is not square, has the wrong size, or is animated.',
  ],
  invalid_image: [
    422,
    'Invalid image',
    'The image does not match its Content-Type, has the wrong size, is animated or damaged.',
  ],
  invalid_file: [
    422,
    'Invalid file',
    'The file cannot be imported: its encoding, header or rows are invalid. meta.reason names the problem.',
  ],
  idempotency_key_reused: [
    422,
    'Idempotency-Key reused',
    'The Idempotency-Key was already used for a different request.',
  ],
  rate_limited: [
    429,
    'Rate limited',
    'The client exceeded a rate limit. Retry after the time in Retry-After.',
  ],
  daily_limit_exceeded: [
    429,
    'Daily limit exceeded',
    'The app used up the requests or writes that the shop allows per day (UTC). Retry after the time in Retry-After.',
  ],
  too_many_proposals: [
    429,
    'Too many proposals',
    'The app already has the maximum number of pending proposals. Retry after a member of the shop has decided.',
  ],
  headers_too_large: [431, 'Headers too large', 'The request headers are larger than the limit.'],
  internal_error: [
    500,
    'Internal error',
    'An unexpected error occurred on the server. The operator finds it in the log by the id of this error.',
  ],
  overloaded: [
    503,
    'Overloaded',
    'The service has more requests than it can process. Retry after the time in Retry-After.',
  ],
  unavailable: [
    503,
    'Unavailable',
    'The database or another required service is unavailable. Retry after the time in Retry-After.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, meaning: string]>;

export type ErrorCode = keyof typeof errorCodes;
