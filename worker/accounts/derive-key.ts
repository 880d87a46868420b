import { type ScryptOptions, scrypt } from 'node:crypto'

const keyLength = 32

/** The one costly step that every look at a password takes: by itself, so that a test can count it. */
export const deriveKey = (password: string, salt: Uint8Array, options: ScryptOptions) =>
  new Promise<Uint8Array>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
