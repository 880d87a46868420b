import type { NoticeFact, NoticeKind } from '../../domain/notifications/facts.ts'
import { connectionNotices } from '../connections/notices.ts'
import { dueNotices } from '../dues/notices.ts'
import { endorsementNotices } from '../endorsements/notices.ts'
import { coHostNotices } from '../events/co-host-notices.ts'
import { joiningNotices } from '../events/joining-notices.ts'
import { gameNotices } from '../events/notices.ts'
import { rematchNotices } from '../events/rematch-notices.ts'
import { seriesNotices } from '../events/series-notices.ts'
import { externalTeamNotices } from '../external-teams/notices.ts'
import { formNotices } from '../forms/notices.ts'
import { orderNotices } from '../orders/notices.ts'
import { organizationNotices } from '../organizations/notices.ts'
import { payoutNotices } from '../payments/notices.ts'
import { peopleNotices } from '../people/notices.ts'
import { placeNotices } from '../places/notices.ts'
import { seasonNotices } from '../seasons/notices.ts'
import { teamAnnouncementNotices } from '../team-announcements/notices.ts'
import { teamJoiningNotices } from '../team-joining/notices.ts'
import { teamNotices } from '../teams/notices.ts'
import type { Renderer, Renderers } from './renderer.ts'

const renderers: Renderers<NoticeKind> = {
  ...connectionNotices,
  ...endorsementNotices,
  ...gameNotices,
  ...placeNotices,
  ...joiningNotices,
  ...coHostNotices,
  ...rematchNotices,
  ...seriesNotices,
  ...peopleNotices,
  ...teamNotices,
  ...seasonNotices,
  ...teamJoiningNotices,
  ...teamAnnouncementNotices,
  ...externalTeamNotices,
  ...organizationNotices,
  ...payoutNotices,
  ...orderNotices,
  ...dueNotices,
  ...formNotices,
}

/** The one renderer of a fact's kind. */
export const rendererOf = <Fact extends NoticeFact>(fact: Fact) => renderers[fact.kind] as unknown as Renderer<Fact['kind']>
