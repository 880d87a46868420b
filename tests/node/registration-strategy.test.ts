import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStrategy, waitForStrategy } from '../../web/pwa/registration-strategy.ts'

describe('the service worker’s registration strategy', () => {
  it('is one of three kinds', () => {
    expect(readStrategy('registerImmediately')).toEqual({ when: 'immediately' })
    expect(readStrategy('registerWhenStable:30000')).toEqual({ when: 'stable', maxWaitMs: 30_000 })
    expect(readStrategy('registerWithDelay:1500')).toEqual({ when: 'delay', delayMs: 1500 })
  })

  for (const text of [
    '',
    'registerSomehow',
    'registerWhenStable',
    'registerWhenStable:soon',
    'registerWithDelay:-1',
    'registerImmediately:1',
  ]) {
    it(`throws on “${text}”, and names it`, () => {
      expect(() => readStrategy(text)).toThrow(`Unknown service worker registration strategy: ${text}`)
    })
  }
})

describe('waiting for the registration', () => {
  let whenLoaded: (() => void) | undefined
  let whenIdle: (() => void) | undefined

  /** Opens a page that is still loading, or that has loaded but never becomes idle. */
  function openPage(readyState: 'loading' | 'complete') {
    const requestIdleCallback = (callback: () => void) => {
      whenIdle = callback
    }
    vi.stubGlobal('document', { readyState })
    vi.stubGlobal('window', { requestIdleCallback })
    vi.stubGlobal('requestIdleCallback', requestIdleCallback)
    vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
      whenLoaded = listener
    })
  }

  /** Whether the promise has resolved by now. */
  async function hasResolved(waiting: Promise<void>) {
    return Promise.race([waiting.then(() => true), Promise.resolve().then(() => Promise.resolve(false))])
  }

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    whenLoaded = undefined
    whenIdle = undefined
  })

  it('ends at once for registerImmediately', async () => {
    expect(await hasResolved(waitForStrategy(readStrategy('registerImmediately')))).toBe(true)
  })

  it('lasts for the given delay', async () => {
    const waiting = waitForStrategy(readStrategy('registerWithDelay:1500'))
    await vi.advanceTimersByTimeAsync(1499)
    expect(await hasResolved(waiting)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await hasResolved(waiting)).toBe(true)
  })

  it('ends when the page has loaded and is idle', async () => {
    openPage('loading')
    const waiting = waitForStrategy(readStrategy('registerWhenStable:30000'))
    expect(whenIdle, 'not before the page has loaded').toBeUndefined()
    whenLoaded?.()
    expect(await hasResolved(waiting)).toBe(false)
    whenIdle?.()
    expect(await hasResolved(waiting)).toBe(true)
  })

  it('ends after 30 seconds on a page that is never idle', async () => {
    openPage('complete')
    const waiting = waitForStrategy(readStrategy('registerWhenStable:30000'))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(await hasResolved(waiting)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await hasResolved(waiting)).toBe(true)
  })
})
