/** What can be said of any request. */
export const requestErrors = {
  // Requests: what can be said of any of them
  InvalidInput: { status: 400, words: 'Something in what you sent is not right.' },
  MalformedBody: { status: 400, words: 'What you sent could not be read.' },
  MalformedPath: { status: 400, words: 'This address could not be read.' },
  UnknownCursor: { status: 400, words: 'There is no such page.' },
  SignInRequired: { status: 401, words: 'Please sign in first.' },
  ForeignOrigin: { status: 403, words: 'This request came from another site and was refused.' },
  NotAllowed: { status: 403, words: 'You may not do this.' },
  NotFound: { status: 404, words: 'There is nothing here.' },
  UnknownHost: { status: 404, words: 'No community lives at this address.' },
  MethodNotAllowed: { status: 405, words: 'This cannot be done here.' },
  Conflict: { status: 409, words: 'Someone was quicker. Please look again.' },
  BodyTooLarge: { status: 413, words: 'This is too large to send.' },
  PathTooLong: { status: 414, words: 'This address is too long.' },
  UnsupportedBody: { status: 415, words: 'This kind of content is not understood here.' },
  JsonExpected: { status: 415, words: 'Send JSON here.' },
  UpgradeRequired: { status: 426, words: 'This address speaks over a socket only.' },
  TooManyRequests: { status: 429, words: 'That was a lot at once. Please wait a moment.' },
  SettingsInvalid: { status: 500, words: 'The server is not set up correctly.' },
  Unexpected: { status: 500, words: 'Something went wrong on our side.' },
  Unavailable: { status: 503, words: 'This is not available right now. Please try again soon.' },

  // Settings of the product
  SettingNotFound: { status: 404, words: 'There is no such setting.' },
} as const
