import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { type EndorsementKind, endorsementLabels } from './contract.ts'

type Endorsed = { actorId: string; actorName: string; personId: string; endorsement: EndorsementKind }

export const endorsedNotice = ({ actorId, actorName, personId, endorsement }: Endorsed): NoticeContent =>
  makeNotice({
    key: `endorsed:${actorId}:${personId}:${endorsement}`,
    topic: 'endorsement',
    actorId,
    title: `${actorName} endorsed you`,
    text: `${endorsementLabels[endorsement]}.`,
    path: `/profile/${personId}`,
  })
