import { getCookie } from 'hono/cookie'
import { AppError } from '../../domain/errors.ts'
import type { AppContext } from '../platform/context.ts'

/** Whether @auth/core accepts an address that it should open next. It answers 500 to others. */
const canBeOpened = (address: string, origin: string) => {
  const url = address.startsWith('/') ? URL.parse(address, origin) : URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}

/** Refuses a bad address in the query, and leaves out a bad cookie, which the browser would send again and again. */
export function cleanAuthRequest(c: AppContext): Request {
  const { origin, searchParams } = new URL(c.req.url)
  const isBad = (address: string) => address !== '' && !canBeOpened(address, origin)
  if (searchParams.getAll('callbackUrl').some(isBad)) throw new AppError('InvalidInput')
  const cookieName = `${c.req.url.startsWith('https:') ? '__Secure-' : ''}authjs.callback-url`
  if (!isBad(getCookie(c, cookieName) ?? '')) return c.req.raw
  const request = new Request(c.req.raw)
  const cookies = c.req.header('cookie')?.split(';') ?? []
  request.headers.set('cookie', cookies.filter((cookie) => cookie.trim().split('=')[0] !== cookieName).join(';'))
  return request
}
