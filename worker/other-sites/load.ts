import { type JudgedUrl, resolveUrl, type SiteRules, type UrlFault } from '../../domain/other-sites/judge-url.ts'

const maxRedirects = 3

export type LoadFault = UrlFault | 'tooManyRedirects' | 'unreachable' | 'tooSlow'

type LoadRequest = {
  url: string
  rules: SiteRules
  judge: (address: string, rules: SiteRules, base?: string) => JudgedUrl
  headers: Headers
  /** Milliseconds for everything: all redirects and the whole body. */
  timeout: number
}

/** Why we stopped. */
class LoadError extends Error {
  readonly fault: LoadFault
  constructor(fault: LoadFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Opens an address that a person gave us, and reads the answer with `read`. Nothing of the person or of us is sent along. No error of
 * `fetch` leaves this function, because its text may contain the address, and that may be a secret.
 */
export async function loadFromSite<Result>(
  request: LoadRequest,
  read: (response: Response, signal: AbortSignal) => Promise<Result>,
): Promise<{ fault: null; result: Result } | { fault: LoadFault }> {
  const signal = AbortSignal.timeout(request.timeout)
  const timedOut = new Promise<never>((_, reject) => {
    const stop = () => reject(new LoadError('tooSlow'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  const load = async () => read(await follow(request, signal), signal)
  try {
    return { fault: null, result: await Promise.race([load(), timedOut]) }
  } catch (error) {
    if (error instanceof LoadError) return { fault: error.fault }
    return { fault: signal.aborted ? 'tooSlow' : 'unreachable' }
  }
}

/** Follows redirects by hand, because each address must be decided anew. */
async function follow({ url, rules, judge, headers }: LoadRequest, signal: AbortSignal): Promise<Response> {
  let base: string | undefined
  let next = url
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const judged = judge(next, rules, base)
    if (judged.fault !== null) throw new LoadError(judged.fault)
    const response = await fetch(resolveUrl(judged.url, rules), { headers, signal, redirect: 'manual' })
    const location = response.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response
    await discardBody(response)
    base = judged.url
    next = location
  }
  throw new LoadError('tooManyRedirects')
}

/** Reads a body up to a limit. A declared length may be a lie, and packed bytes grow, so we count what arrives. */
export async function readUpTo(
  { body }: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const bytes = new Uint8Array(maxBytes)
  let size = 0
  if (body === null) return { bytes: new Uint8Array(), isWhole: true }
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const room = part.value.subarray(0, maxBytes - size)
    bytes.set(room, size)
    size += room.byteLength
    if (room.byteLength === part.value.byteLength && !signal.aborted) continue
    await reader.cancel().catch(ignoreClosed)
    signal.throwIfAborted()
    return { bytes, isWhole: false }
  }
  return { bytes: bytes.subarray(0, size), isWhole: true }
}

export const discardBody = async ({ body }: Response) => await body?.cancel().catch(ignoreClosed)

/** The other side closed the connection first, which is what we want. */
const ignoreClosed = () => undefined
