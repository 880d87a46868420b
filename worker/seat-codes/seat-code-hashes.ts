import { hashSecret } from '../accounts/secrets.ts'

/** Where the code of a browser for a game is stored. Nobody can find it without the secret of that browser. */
export const makeSeatCodeId = (secret: string, browserSecret: string, eventId: string): Promise<string> =>
  hashSecret(secret, 'seat code of', browserSecret, eventId)

/** With a key, because the hash of so short a code could be reversed. */
export const hashSeatCode = (secret: string, id: string, code: string): Promise<string> => hashSecret(secret, 'seat code', id, code)
