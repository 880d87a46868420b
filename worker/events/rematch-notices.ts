import { eq, sql } from 'drizzle-orm'
import { formatWhenAndWhere } from '../../domain/events/format-when.ts'
import { rematchAskedNotice } from '../../domain/events/joining-notices.ts'
import { selectName } from '../accounts/select-name.ts'
import { noDeliveries, type Renderers } from '../notifications/renderer.ts'
import { runBatch } from '../platform/batch.ts'
import { asText, select } from '../platform/row-query.ts'
import { selectHostIds } from './acting.ts'
import { events } from './schema.ts'

export const rematchNotices: Renderers<'rematch-asked'> = {
  'rematch-asked': async ({ eventId, actorId }, { db, now }) => {
    const { actor, game, hosts } = await runBatch(db, {
      actor: selectName(db, actorId),
      game: db
        .select({ title: events.title, startsAt: events.startsAt, timeZone: events.timeZone, placeName: events.placeName })
        .from(events)
        .where(eq(events.id, eventId)),
      hosts: select({ id: asText }, selectHostIds(sql`SELECT ${eventId}`)),
    })
    const [actorName, found] = [actor.rows[0]?.name, game.rows[0]]
    if (!actorName || !found) return noDeliveries
    const words = rematchAskedNotice({ actorId, actorName, eventId, title: found.title, whenAndWhere: formatWhenAndWhere(found, now) })
    return { deliveries: [{ ...words, to: hosts.rows.map(({ id }) => id) }] }
  },
}
