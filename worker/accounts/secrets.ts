import { confirmationCodeLength } from '../../domain/accounts/rules.ts'
import { toBase64Url } from '../platform/base64.ts'

/** 32 random bytes in base64url, for a link in an email. We store only the hash. */
export const makeMailToken = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** Where the password that a browser chose for an email waits. Nobody can find it without the secret of that browser. */
export const hashPendingPassword = (browserSecret: string, emailKey: string): Promise<string> =>
  hashSecret('pending password', browserSecret, emailKey)

export const hashSecret = async (...parts: string[]): Promise<string> =>
  toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts.join('\n'))))

/** Six digits for an email. Some codes are more likely than others, by less than one in four thousand. */
export const makeCode = (): string =>
  String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 10 ** confirmationCodeLength).padStart(confirmationCodeLength, '0')
