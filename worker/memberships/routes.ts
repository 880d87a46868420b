import { Hono } from 'hono'
import * as v from 'valibot'
import { listDueReceiptLines } from '../../domain/dues/receipt.ts'
import { AppError } from '../../domain/errors.ts'
import { CursorOnly, Id } from '../../domain/ids.ts'
import {
  ChangeMembership,
  HostMemberships,
  JoinMembership,
  MembershipHolderPage,
  MembershipPath,
  MembershipPaymentPath,
  MembershipSearch,
  MyMembershipPage,
  MyMembershipSearch,
  OfferMembership,
  RefusedMemberships,
  TeamMemberships,
} from '../../domain/memberships/contract.ts'
import { ClaimsOnly } from '../../domain/payments/claims.ts'
import { RedirectAnswer } from '../../domain/payments/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { loadConfig } from '../config/queries.ts'
import { answerReceipt, describeReceipt } from '../orders/answer-receipt.ts'
import { openMoney } from '../payments/money-context.ts'
import { requirePayer } from '../payments/require-payer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { buyMembership } from './buy.ts'
import { noteMembershipGivenBack } from './note-given-back.ts'
import { changeMembership, endSale, offerMembership } from './offers.ts'
import { cancelMembership, findBill, resumeMembership } from './own-membership.ts'
import { listHolders, listHostMemberships, listMyMemberships, listTeamMemberships } from './queries.ts'
import { readMembershipReceipt } from './receipts.ts'
import { listRefusedOfDeleted } from './refused-of-deleted.ts'

const operation = describeOperations('Memberships')
const WithId = v.object({ id: Id })

export const membershipRoutes = new Hono<AppEnv>()
  .get('/', operation('List what the communities of a host sell', 200, HostMemberships), input('query', MembershipSearch), async (c) => {
    const { id } = await requireComplete(c)
    return c.json(await listHostMemberships(getPrimary(c), id, c.req.valid('query').host))
  })
  .get(
    '/mine',
    operation('List the memberships that I have bought', 200, MyMembershipPage),
    input('query', MyMembershipSearch),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listMyMemberships(getPrimary(c), { userId: id, now: c.var.now() }, c.req.valid('query').cursor))
    },
  )
  .get(
    '/refused',
    operation(
      'List what could not go back to members of my deleted communities',
      200,
      RefusedMemberships,
      'Their banks did not take it. Only for whoever was paid, the oldest first.',
    ),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listRefusedOfDeleted(getPrimary(c), id))
    },
  )
  .get('/payments/:id/receipt', describeReceipt('Memberships'), input('param', WithId), async (c) => {
    const { id } = await requireComplete(c)
    const receipt = await readMembershipReceipt(getPrimary(c), id, c.req.valid('param').id)
    return answerReceipt(c, { number: receipt.number, lines: listDueReceiptLines(receipt, 'Membership') })
  })
  .post(
    '/:id/join',
    operation(
      'The page on which I buy a membership',
      200,
      RedirectAnswer,
      'Sends the price that the person has seen. If it is no longer the price, the answer is 409 and nothing is paid.',
    ),
    input('param', WithId),
    input('json', JoinMembership),
    async (c) => {
      const payer = await requirePayer(c)
      const money = await openMoney(c)
      if (!(await loadConfig(money.db, money.settings)).subscriptionsEnabled) throw new AppError('SubscriptionsOff')
      return c.json({ url: await buyMembership(money, payer, c.req.valid('param').id, c.req.valid('json')) })
    },
  )
  .post(
    '/mine/:id/cancel',
    operation('End my membership with the period that is paid', 204),
    input('param', WithId),
    input('json', ClaimsOnly, { mayBeMissing: true }),
    async (c) => {
      const { id } = await requirePayer(c)
      await cancelMembership(await openMoney(c), id, c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/mine/:id/resume',
    operation('Keep my membership that would end', 204),
    input('param', WithId),
    input('json', ClaimsOnly, { mayBeMissing: true }),
    async (c) => {
      const { id } = await requirePayer(c)
      await resumeMembership(await openMoney(c), id, c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/mine/:id/bill',
    operation('The page on which I pay what is due for my membership', 200, RedirectAnswer),
    input('param', WithId),
    input('json', ClaimsOnly, { mayBeMissing: true }),
    async (c) => {
      const { id } = await requirePayer(c)
      return c.json({ url: await findBill(await openMoney(c), id, c.req.valid('param').id, c.req.valid('json')) })
    },
  )

const SavedMembership = v.object({ id: v.string() })

/** Mounted under /teams. For those who manage the money of a community. */
export const teamMembershipRoutes = new Hono<AppEnv>()
  .get('/:id/memberships', operation('What a community sells, and has sold', 200, TeamMemberships), input('param', TeamId), async (c) => {
    const { id } = await requireComplete(c)
    return c.json(await listTeamMemberships(getPrimary(c), id, c.req.valid('param').id))
  })
  .post(
    '/:id/memberships',
    operation('Put a membership on sale', 201, SavedMembership),
    input('param', TeamId),
    input('json', OfferMembership),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json({ id: await offerMembership(getPrimary(c), getClock(c), id, c.req.valid('param').id, c.req.valid('json')) }, 201)
    },
  )
  .put(
    '/:id/memberships/:membershipId',
    operation(
      'Change a membership that is on sale',
      200,
      SavedMembership,
      'A new price is a new membership. Who has the old one keeps it.',
    ),
    input('param', MembershipPath),
    input('json', ChangeMembership),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json({ id: await changeMembership(getPrimary(c), getClock(c), id, c.req.valid('param'), c.req.valid('json')) })
    },
  )
  .delete(
    '/:id/memberships/:membershipId',
    operation('Take a membership off sale', 204, undefined, 'Who has it keeps it.'),
    input('param', MembershipPath),
    async (c) => {
      const { id } = await requireComplete(c)
      await endSale(getPrimary(c), getClock(c), id, c.req.valid('param'))
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/membership-holders',
    operation('Who has bought a membership of a community', 200, MembershipHolderPage),
    input('param', TeamId),
    input('query', CursorOnly),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listHolders(getPrimary(c), id, c.req.valid('param').id, c.req.valid('query').cursor))
    },
  )
  .post(
    '/:id/membership-payments/:paymentId/given-back',
    operation(
      'Say that money was given back by hand',
      204,
      undefined,
      'Only for those who manage the money of the community, or whoever was paid if it was deleted. The bank of the member did not take it. If it goes by card, the answer is 409.',
    ),
    input('param', MembershipPaymentPath),
    async (c) => {
      const { id } = await requireComplete(c)
      await noteMembershipGivenBack(getPrimary(c), getClock(c), id, c.req.valid('param'))
      return c.body(null, 204)
    },
  )

export type MembershipRoutes = typeof membershipRoutes
export type TeamMembershipRoutes = typeof teamMembershipRoutes
