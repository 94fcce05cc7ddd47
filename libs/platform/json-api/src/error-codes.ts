/**
 * Every error code of the platform: its status, its title (which never varies, JSON:API ER-05) and what it means.
 * `docs/errors.md` lists the same codes; a test compares the two.
 */
export const errorCodes = {
  malformed_document: [
    400,
    'Malformed document',
    'The body is not JSON, or not the JSON:API document that this request needs.',
  ],
  malformed_request: [400, 'Malformed request', 'The request line or a header cannot be understood.'],
  invalid_query_parameter: [
    400,
    'Invalid query parameter',
    'A query parameter is unknown, repeated or has a value that is not allowed.',
  ],
  duplicate_authorization: [
    400,
    'Duplicate Authorization header',
    'The request has more than one Authorization header.',
  ],
  invalid_shop_id: [
    400,
    'Invalid shop-id header',
    'The shop-id header is missing, malformed or names another shop than the host.',
  ],
  prefetch_refused: [
    400,
    'Prefetch refused',
    'A prefetch may not exchange a nonce; the nonce is not consumed.',
  ],
  code_verifier_required: [
    400,
    'Code verifier required',
    'The nonce belongs to a code_challenge, so that the token endpoint alone exchanges it, with the code_verifier.',
  ],
  malformed_operation: [
    400,
    'Malformed operation',
    'An operation of an atomic request is not one that the extension or this service knows.',
  ],
  too_many_operations: [400, 'Too many operations', 'An atomic request has more operations than allowed.'],
  duplicate_lid: [
    400,
    'Duplicate local id',
    'Two operations of one request add a resource with the same local id.',
  ],
  several_problems: [400, 'Several problems', 'The request has several problems of different kinds.'],
  unauthorized: [401, 'Authorization needed', 'The request carries no credential.'],
  invalid_token: [
    401,
    'Invalid token',
    'The credential is unknown, revoked, expired, of another shop, or lacks its Secret-Proof.',
  ],
  invalid_credentials: [401, 'Invalid credentials', 'Email and password do not belong together.'],
  invalid_client: [
    401,
    'Invalid client',
    'The app has to prove itself with its id and secret, and has not, or they are wrong.',
  ],
  second_factor_required: [
    403,
    'Second factor required',
    'The password is right; a code of the authenticator app, or a recovery code, is missing or wrong.',
  ],
  step_up_required: [
    403,
    'Step-up required',
    'The person has to prove again who they are: the last time was more than ten minutes ago.',
  ],
  device_not_allowed: [
    403,
    'Device not allowed',
    'The session belongs to a device that signed in with a code; such a session may use only what the command line needs.',
  ],
  insufficient_scope: [
    403,
    'Insufficient scope',
    'The token does not have the scope that this request needs.',
  ],
  insufficient_role: [
    403,
    'Insufficient role',
    'The role of the signed-in person in this shop does not allow this.',
  ],
  wrong_recipient: [
    403,
    'Wrong recipient',
    'The invitation is for another email address than that of the signed-in person.',
  ],
  client_id_not_allowed: [
    403,
    'Client-generated id not allowed',
    'The id sent with a new resource is not a UUID, or this collection makes its ids itself.',
  ],
  relationship_not_writable: [
    403,
    'Relationship not writable',
    'The relationship exists but cannot be changed, or not with this request.',
  ],
  limit_reached: [
    403,
    'Limit reached',
    'The person or the shop has as many of these objects as one may have.',
  ],
  shop_limit_reached: [
    403,
    'Shop limit reached',
    'The signed-in person has as many shops as the operator lets one have.',
  ],
  shop_suspended: [
    403,
    'Shop suspended',
    'The shop is suspended; its API is closed until the operator opens it again.',
  ],
  csrf_refused: [
    403,
    'Cross-site request refused',
    'A request with a session cookie needs the X-CSRF-Token of the session and must not come from another site.',
  ],
  shop_not_found: [404, 'Shop not found', 'No shop has this host name.'],
  nonce_not_found: [404, 'Nonce not found', 'No installation has this nonce.'],
  not_found: [404, 'Not found', 'There is nothing at this address for this credential.'],
  method_not_allowed: [
    405,
    'Method not allowed',
    'The address exists but does not know this method; the Allow header lists those it knows.',
  ],
  not_acceptable: [406, 'Not acceptable', 'The Accept header leaves no media type that can be served.'],
  request_timeout: [408, 'Request timeout', 'The request did not arrive in time, or not as a whole.'],
  type_mismatch: [409, 'Type mismatch', 'The type in the document is not the type of this collection.'],
  id_mismatch: [409, 'Id mismatch', 'The id in the document is not the id in the address.'],
  already_exists: [409, 'Already exists', 'A resource with this id or unique value exists already.'],
  illegal_transition: [
    409,
    'Illegal transition',
    'The resource cannot change from its state to the one asked for; meta.allowed lists the legal ones for whoever may read it.',
  ],
  last_owner: [409, 'Last owner', 'A shop keeps at least one owner.'],
  rows_locked: [
    409,
    'Rows locked',
    'Other requests hold the objects that the request changes; nothing was done. Retry-After says when to come back.',
  ],
  still_referenced: [409, 'Still referenced', 'The resource cannot be deleted while others refer to it.'],
  idempotency_in_progress: [
    409,
    'Idempotent request in progress',
    'A request with the same Idempotency-Key is still running.',
  ],
  events_expired: [
    410,
    'Events expired',
    'Events that follow this sequence were kept for their time and are gone.',
  ],
  nonce_expired: [
    410,
    'Nonce expired',
    'The nonce has outlived its ten minutes or its installation, or the owner agreed anew since.',
  ],
  invitation_ended: [410, 'Invitation ended', 'The invitation was used, was withdrawn or has expired.'],
  nonce_used: [410, 'Nonce used', 'The token of this nonce is in use already, so the nonce is dead.'],
  precondition_failed: [
    412,
    'Precondition failed',
    'The resource is not in the version that If-Match, or the operation, names.',
  ],
  payload_too_large: [413, 'Payload too large', 'The body is larger than the limit.'],
  uri_too_long: [414, 'URI too long', 'The address is longer than the server reads.'],
  unsupported_media_type: [
    415,
    'Unsupported media type',
    'The Content-Type is not what this address takes, application/vnd.api+json nearly everywhere, or carries parameters that are not supported.',
  ],
  misdirected_request: [421, 'Misdirected request', 'The service is not at the host that the request names.'],
  invalid_attribute: [422, 'Invalid attribute', 'An attribute is missing or fails its validation.'],
  unknown_attribute: [422, 'Unknown attribute', 'The resource has no such attribute.'],
  not_fillable: [422, 'Attribute not fillable', 'The attribute exists but cannot be sent with this request.'],
  unknown_relationship: [422, 'Unknown relationship', 'The resource has no such relationship.'],
  invalid_relationship: [
    422,
    'Invalid relationship',
    'A relationship that is needed is missing, has more members than allowed, or leads to what cannot be used.',
  ],
  number_out_of_range: [
    422,
    'Number out of range',
    'A number cannot be kept: beyond ±(2^53 − 1) it has digits that a double does not give back, or it overflows a double.',
  ],
  data_too_large: [422, 'Data too large', 'The data of a meta object is larger than the limit.'],
  too_many_members: [422, 'Too many members', 'The objects in the body have more members than the limit.'],
  too_many_keys: [422, 'Too many keys', 'The data of a meta object has more keys than the limit.'],
  invalid_key: [
    422,
    'Invalid key',
    'A key of data is empty, too long or holds characters that cannot be stored.',
  ],
  nesting_too_deep: [422, 'Nesting too deep', 'The data of a meta object is nested deeper than the limit.'],
  invalid_text: [
    422,
    'Invalid text',
    'A text holds U+0000 or an unpaired surrogate, which cannot be stored.',
  ],
  invalid_icon: [
    422,
    'Invalid icon',
    'The picture is not of the type that its Content-Type says, is not square, is too small or too large, or moves.',
  ],
  idempotency_key_reused: [
    422,
    'Idempotency-Key reused',
    'The same Idempotency-Key came with another request.',
  ],
  rate_limited: [429, 'Rate limited', 'Too many requests; Retry-After says when to come back.'],
  headers_too_large: [431, 'Headers too large', 'The request headers are larger than the server reads.'],
  internal_error: [500, 'Internal error', 'Something went wrong on our side; the id finds it in the log.'],
  overloaded: [
    503,
    'Overloaded',
    'The server has more requests at once than it can serve; Retry-After says when to come back.',
  ],
  unavailable: [
    503,
    'Unavailable',
    'The database or another needed service is away; Retry-After says when to come back.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, meaning: string]>;

export type ErrorCode = keyof typeof errorCodes;
