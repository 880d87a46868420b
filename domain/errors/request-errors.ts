/** What can be said of any request. */
export const requestErrors = {
  // Requests: what can be said of any of them
  InvalidInput: { status: 400, words: 'Please check what you entered.' },
  MalformedBody: { status: 400, words: 'We could not read this request.' },
  MalformedPath: { status: 400, words: 'This address is not valid.' },
  UnknownCursor: { status: 400, words: 'We could not find this page.' },
  SignInRequired: { status: 401, words: 'Please sign in first.' },
  ForeignOrigin: { status: 403, words: 'This request came from another site and was refused.' },
  NotAllowed: { status: 403, words: 'You are not allowed to do this.' },
  NotFound: { status: 404, words: 'We could not find this.' },
  UnknownHost: { status: 404, words: 'There is no community at this address.' },
  MethodNotAllowed: { status: 405, words: 'This is not possible here.' },
  Conflict: { status: 409, words: 'Someone else just changed this. Please try again.' },
  BodyTooLarge: { status: 413, words: 'This is too large.' },
  PathTooLong: { status: 414, words: 'This address is too long.' },
  UnsupportedBody: { status: 415, words: 'This type of content is not supported here.' },
  JsonExpected: { status: 415, words: 'Send JSON here.' },
  UpgradeRequired: { status: 426, words: 'This address only accepts WebSocket connections.' },
  TooManyRequests: { status: 429, words: 'Too many requests. Please wait a moment.' },
  SettingsInvalid: { status: 500, words: 'The server is not set up correctly.' },
  Unexpected: { status: 500, words: 'Something went wrong on our side.' },
  Unavailable: { status: 503, words: 'This is not available right now. Please try again soon.' },

  // Settings of the product
  SettingNotFound: { status: 404, words: 'We could not find this setting.' },
} as const
