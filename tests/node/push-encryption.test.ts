import { buildPushPayload } from '@block65/webcrypto-web-push'
import { describe, expect, test } from 'vitest'
import { findVapidFault } from '../../sandbox/push/check-vapid.ts'
import { decryptPush, fromBase64Url, makeBrowserKeys, toBase64Url } from '../../sandbox/push/decrypt.ts'

/** The example in appendix A of RFC 8291. */
const example = {
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

const toJwk = (publicKey: string, d: string) => {
  const point = fromBase64Url(publicKey)
  return { kty: 'EC', crv: 'P-256', d, x: toBase64Url(point.slice(1, 33)), y: toBase64Url(point.slice(33)) }
}

async function makeVapid() {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])) as CryptoKeyPair
  const { d = '' } = (await crypto.subtle.exportKey('jwk', pair.privateKey)) as JsonWebKey
  const publicKey = toBase64Url((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer)
  return { publicKey, privateKey: d, subject: 'mailto:hello@gather.test' }
}

const audience = 'https://push.sandbox.localhost'

describe('The push service of the sandbox', () => {
  test('decrypts the example of the standard', async () => {
    const keys = { p256dh: example.publicKey, auth: example.auth, privateKey: toJwk(example.publicKey, example.privateKey) }
    expect(await decryptPush(fromBase64Url(example.body), keys)).toBe('When I grow up, I want to be a watermelon')
  })

  test('decrypts what the library encrypts, up to the largest message, and only for the right browser', async () => {
    const [keys, others] = [await makeBrowserKeys(), await makeBrowserKeys()]
    const target = { endpoint: `${audience}/one`, expirationTime: null, keys }
    for (const data of ['Hi', 'é'.repeat(1996)]) {
      const { body, headers } = await buildPushPayload({ data, options: { ttl: 60 } }, target, await makeVapid())
      expect(headers['content-encoding']).toBe('aes128gcm')
      expect(await decryptPush(body, keys)).toBe(data)
      await expect(decryptPush(body, others)).rejects.toThrow()
    }
  })

  test('accepts a signature for itself, and names what is wrong with others', async () => {
    const target = { endpoint: `${audience}/one`, expirationTime: null, keys: await makeBrowserKeys() }
    const vapid = await makeVapid()
    const { authorization } = (await buildPushPayload({ data: 'Hi' }, target, vapid)).headers
    const now = Date.now()
    expect(await findVapidFault(authorization, { audience, now })).toBeNull()
    expect(await findVapidFault(authorization, { audience: 'https://other.test', now })).toBe('wrong audience')
    expect(await findVapidFault(authorization, { audience, now: now + 86_400_000 })).toBe('wrong expiry')
    expect(await findVapidFault(null, { audience, now })).toBe('no signature')
    const foreignKey = authorization.replace(vapid.publicKey, (await makeVapid()).publicKey)
    expect(await findVapidFault(foreignKey, { audience, now })).toBe('wrong signature')
  })
})
