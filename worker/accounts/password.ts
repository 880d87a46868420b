import { timingSafeEqual } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '../platform/base64.ts'
import { deriveKey } from './derive-key.ts'
import { passwordCost } from './password-cost.ts'

export async function hashPassword(password: string, cost = passwordCost): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const key = await deriveKey(password, salt, cost)
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${toBase64Url(salt)}$${toBase64Url(new Uint8Array(key))}`
}

/** A hash that matches no password. We compare with it when there is no account, so that the response takes the same time. */
const unmatchableHash = `scrypt$${passwordCost.N}$${passwordCost.r}$${passwordCost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Always compares, even without a hash, so that the time does not reveal whether there is one. */
export async function isPasswordRight(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (hash ?? unmatchableHash).split('$')
  const derived = await deriveKey(password, fromBase64Url(salt ?? ''), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(derived, fromBase64Url(key ?? '')) && hash !== null
}
