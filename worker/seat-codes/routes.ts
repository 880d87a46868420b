import { Hono } from 'hono'
import { OpenSeatLink, SeatCodeSent, SeatLink, SendSeatCode } from '../../domain/seat-codes/contract.ts'
import { accountContext, readRequester } from '../accounts/auth.ts'
import { keepBrowserSecret } from '../accounts/browser-cookie.ts'
import { limitAccountRequests } from '../accounts/limit-account-requests.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { readSeatLink } from './read-seat-link.ts'
import { sendSeatCode } from './send-seat-code.ts'

const operation = describeOperations('Joining')

/** For people who are not signed in. The code is used at /api/auth/callback/seat, which signs them in. */
export const seatCodeRoutes = new Hono<AppEnv>()
  .post(
    '/link',
    operation('Read what the link in an email with a code does', 200, SeatLink, 'It uses nothing.'),
    input('json', OpenSeatLink),
    async (c) => c.json((await readSeatLink(accountContext(c), c.req.valid('json').token)) satisfies SeatLink),
  )
  .post(
    '/',
    operation(
      'Email me a code that signs me in and takes a seat',
      202,
      SeatCodeSent,
      'The answer is the same whether the email has an account or not.',
    ),
    input('json', SendSeatCode),
    async (c) => {
      await limitAccountRequests(c)
      const requester = { ...readRequester(c), browserSecret: keepBrowserSecret(c) }
      const sent = await sendSeatCode(accountContext(c), requester, c.req.valid('json'))
      return c.json(sent satisfies SeatCodeSent, 202)
    },
  )

export type SeatCodeRoutes = typeof seatCodeRoutes
