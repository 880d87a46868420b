import { Hono } from 'hono'
import { EndorsementPath } from '../../domain/endorsements/contract.ts'
import { mayEndorse } from '../../domain/endorsements/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { requireReach } from '../privacy/reach.ts'
import { endorse, withdrawEndorsement } from './commands.ts'

const operation = describeOperations('Endorsements')

export const endorsementRoutes = new Hono<AppEnv>()
  .put('/:userId/:kind', operation('Endorse a person I know', 204), input('param', EndorsementPath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId, kind } = c.req.valid('param')
    const db = getPrimary(c)
    const relationship = await requireReach(db, viewer.id, userId, 'endorse')
    if (!mayEndorse(relationship, c.var.now())) throw new AppError('NotPlayedYet')
    await endorse(db, getCommandContext(c), viewer.id, userId, kind)
    return c.body(null, 204)
  })
  .delete('/:userId/:kind', operation('Withdraw an endorsement', 204), input('param', EndorsementPath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId, kind } = c.req.valid('param')
    await withdrawEndorsement(c.var.db, viewer.id, userId, kind)
    return c.body(null, 204)
  })

export type EndorsementRoutes = typeof endorsementRoutes
