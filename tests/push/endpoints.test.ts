import { describe, expect, it } from 'vitest'
import { isKnownEndpoint, resolveEndpoint } from '../../domain/push/judge-endpoint.ts'

const production = { sandboxPush: null }
const local = { sandboxPush: 'http://localhost:5174/push' }

describe('An endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://api.push.apple.com/3/device/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ])('of a browser is known: %s', (endpoint) => {
    expect(isKnownEndpoint(endpoint, production)).toBe(true)
    expect(resolveEndpoint(endpoint, local)).toBe(endpoint)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://me:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evilpush.apple.com/abc',
    'https://notify.windows.com/abc',
    'https://evil.example/?fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/abc',
    'https://push.sandbox.localhost/abc',
    'javascript:alert(1)',
    'nothing',
  ])('of anybody else is not: %s', (endpoint) => {
    expect(isKnownEndpoint(endpoint, production)).toBe(false)
  })

  it('of the sandbox is known in local use, and leads to its port', () => {
    expect(isKnownEndpoint('https://push.sandbox.localhost/abc', local)).toBe(true)
    expect(resolveEndpoint('https://push.sandbox.localhost/abc', local)).toBe('http://localhost:5174/push/abc')
  })
})
