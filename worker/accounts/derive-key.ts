import { type ScryptOptions, scrypt } from 'node:crypto'

const keyLength = 32

/** The slow step of hashing and checking a password. It is in a file of its own so that a test can count the calls. */
export const deriveKey = (password: string, salt: Uint8Array, options: ScryptOptions) =>
  new Promise<Uint8Array>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
