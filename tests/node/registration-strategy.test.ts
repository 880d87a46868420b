import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStrategy, waitFor } from '../../web/pwa/registration-strategy.ts'

describe('the service worker’s registration strategy', () => {
  it('is one of three', () => {
    expect(readStrategy('registerImmediately')).toEqual({ when: 'immediately' })
    expect(readStrategy('registerWhenStable:30000')).toEqual({ when: 'stable', atLatest: 30_000 })
    expect(readStrategy('registerWithDelay:1500')).toEqual({ when: 'delay', after: 1500 })
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

describe('waiting for the moment', () => {
  let whenLoaded: (() => void) | undefined
  let whenIdle: (() => void) | undefined

  /** A page that is still loading, or busy for ever after it has loaded. */
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

  /** Whether it is over, now and without waiting. */
  async function isOver(waiting: Promise<void>) {
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

  it('is over at once when asked so', async () => {
    expect(await isOver(waitFor(readStrategy('registerImmediately')))).toBe(true)
  })

  it('lasts as long as asked', async () => {
    const waiting = waitFor(readStrategy('registerWithDelay:1500'))
    await vi.advanceTimersByTimeAsync(1499)
    expect(await isOver(waiting)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isOver(waiting)).toBe(true)
  })

  it('is over when the page has loaded and has nothing to do', async () => {
    openPage('loading')
    const waiting = waitFor(readStrategy('registerWhenStable:30000'))
    expect(whenIdle, 'not before the page has loaded').toBeUndefined()
    whenLoaded?.()
    expect(await isOver(waiting)).toBe(false)
    whenIdle?.()
    expect(await isOver(waiting)).toBe(true)
  })

  it('is over after 30 seconds on a page that is never done', async () => {
    openPage('complete')
    const waiting = waitFor(readStrategy('registerWhenStable:30000'))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(await isOver(waiting)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isOver(waiting)).toBe(true)
  })
})
