import { type NoticeWords, noticeOf } from '../notifications/contract.ts'
import { type EndorsementKind, endorsements } from './contract.ts'

type Endorsed = { actorId: string; actorName: string; personId: string; endorsement: EndorsementKind }

export const endorsedNotice = ({ actorId, actorName, personId, endorsement }: Endorsed): NoticeWords =>
  noticeOf({
    key: `endorsed:${actorId}:${personId}:${endorsement}`,
    topic: 'endorsement',
    actorId,
    title: `${actorName} endorsed you`,
    text: `${endorsements[endorsement]}.`,
    path: `/profile/${personId}`,
  })
