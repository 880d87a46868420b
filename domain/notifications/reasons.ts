import type { MailTopic } from '../mail/topics.ts'
import type { NoticeKind } from './facts.ts'

/** The names that a reason can contain. Each renderer gives those that it knows. */
export type NoticeCause = { community?: string; communityTopic?: string | null; alert?: string }

const inGame = 'You joined this game.'
const hosting = 'You host this game.'
const followingSeries = 'You follow this series. To stop, press “Following” on its page.'
const onWaitlist = 'You are on the waitlist of this game.'
const offeredSeat = 'You offered your seat to someone.'
const offeredTeam = 'You offered this community to someone.'
const running = 'You help to run this community.'
const addedCalendar = 'You added the calendar of this team.'

/** Why a person gets a notice of each kind: what they did, or what they are. */
const managingMoney = 'You are paid for this game, or manage the money of its community.'

const owingDues = ({ community }: NoticeCause) => `You are a member of ${community ?? 'this community'}, which asks for dues.`

const reasons: Record<NoticeKind, string | ((cause: NoticeCause, topic: MailTopic) => string)> = {
  followed: 'Someone started to follow you.',
  'connection-requested': 'Someone asked to connect with you.',
  connected: 'You asked this person to connect.',
  newcomer: 'You play near this new player.',
  endorsed: 'You played with this person.',
  'event-changed': inGame,
  'event-cancelled': 'You joined this game or were invited to it.',
  'event-update': inGame,
  'event-reminder': inGame,
  'event-nearby': ({ alert, community }, topic) => {
    if (topic === 'hostGames') return 'You follow the host of this game.'
    if (topic === 'followedTeams') return `You follow ${community ?? 'this community'}.`
    return alert ? `Your alert: ${alert}.` : 'It matches one of your alerts.'
  },
  'series-dates-added': followingSeries,
  'series-seat-free': followingSeries,
  'place-call': 'You follow this place.',
  'place-proposal': 'You added or follow this place.',
  'event-joined': hosting,
  'rematch-asked': hosting,
  'seat-transfer-offered': 'A player offers their seat to you.',
  'seat-transferred': offeredSeat,
  'seat-transfer-over': offeredSeat,
  'seat-offered': onWaitlist,
  'seat-held': 'A friend holds a seat for you.',
  'seat-offer-expired': 'A seat was held for you.',
  'joiner-decided': 'You asked to join this game, or were in it.',
  'event-invited': 'Someone invited you to this game.',
  'season-seats-given': 'You take part in this season.',
  'hand-over-offered': 'The owner offers this community to you.',
  'hand-over-accepted': offeredTeam,
  'hand-over-ended': offeredTeam,
  'team-announced': ({ community, communityTopic }) =>
    community === undefined
      ? 'You are a member of this community.'
      : communityTopic
        ? `You are a member of ${community} and get its topic ${communityTopic}.`
        : `You are a member of ${community}.`,
  'team-joined': running,
  'team-join-asked': running,
  'team-request-accepted': 'You asked to join this community.',
  'team-invited': 'Someone invited you to this community.',
  'team-role-changed': 'Your role in this community has changed.',
  'team-member-removed': 'You were a member of this community.',
  'co-host-asked': 'Someone asks you to host this game with them.',
  'co-host-accepted': hosting,
  'co-host-invite-over': hosting,
  'result-changed': 'You keep the score for one of the sides.',
  'organization-agreed': running,
  'substitute-asked': 'You offered to play as a substitute.',
  'external-team-failing': addedCalendar,
  'external-team-stopped': addedCalendar,
  'seat-unpaid': 'A seat in this game was held for you.',
  'balance-unpaid': 'You paid a part of the price of this game.',
  'order-refunded': 'You paid for this game.',
  'dues-asked': owingDues,
  'dues-reminder': owingDues,
  'due-refunded': 'You paid dues to this community.',
  'form-sent': running,
  'form-changed': running,
  'form-withdrawn': running,
  'form-filled': 'An organizer of your community filled a form for you.',
  'submission-decided': 'You filled a form of this community.',
  'form-part-due': 'You filled a form of this community.',
  'form-reminder': 'You filled a form of this community.',
  'form-message': 'You filled a form of this community.',
  'form-refunded': 'You paid for a form of this community.',
  'form-exported': 'You asked for a file with the submissions of this form.',
  'refund-failed': managingMoney,
  'refund-waits': 'You paid for this, or manage its money.',
  'credit-given': 'You paid for this game.',
  'credit-disputed': 'You paid for this game, and its host gave you credit.',
  'payment-disputed': 'You are paid for this, or manage the money of the community.',
  'payout-account': 'You have a payout account here.',
}

/** The answer to "Why did I get this?", shown with the notice and at the end of its email. */
export function explainNotice(kind: NoticeKind, topic: MailTopic, cause: NoticeCause = {}): string {
  const reason = reasons[kind]
  return typeof reason === 'string' ? reason : reason(cause, topic)
}
