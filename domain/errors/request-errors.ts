/** Errors that any request can end with. */
export const requestErrors = {
  InvalidInput: { status: 400, message: 'Please check what you entered.' },
  MalformedBody: { status: 400, message: 'We could not read this request.' },
  MalformedPath: { status: 400, message: 'This link is not valid.' },
  UnknownCursor: { status: 400, message: 'We could not load more results. Please reload the page.' },
  SignInRequired: { status: 401, message: 'Please sign in first.' },
  FreshSignInRequired: { status: 403, message: 'Please confirm first that it is you.' },
  ForeignOrigin: { status: 403, message: 'This request came from another site and was refused.' },
  HttpsRequired: { status: 403, message: 'This address only accepts https.' },
  NotAllowed: { status: 403, message: 'You are not allowed to do this.' },
  NotFound: { status: 404, message: 'We could not find what you are looking for.' },
  UnknownHost: { status: 404, message: 'There is no community at this address.' },
  MethodNotAllowed: { status: 405, message: 'This address does not support this kind of request.' },
  Conflict: { status: 409, message: 'Someone else just changed this. Please try again.' },
  BodyTooLarge: { status: 413, message: 'This request is too large.' },
  PathTooLong: { status: 414, message: 'This link is too long.' },
  UnsupportedBody: { status: 415, message: 'This type of content is not supported here.' },
  JsonExpected: { status: 415, message: 'This address only accepts JSON.' },
  UpgradeRequired: { status: 426, message: 'This address only accepts WebSocket connections.' },
  TooManyRequests: { status: 429, message: 'Too many requests. Please wait a moment.' },
  SettingsInvalid: { status: 500, message: 'The server is not set up correctly.' },
  Unexpected: { status: 500, message: 'Something went wrong on our side.' },
  Unavailable: { status: 503, message: 'This is not available right now. Please try again soon.' },

  // The remote config
  SettingNotFound: { status: 404, message: 'We could not find this setting.' },
} as const
