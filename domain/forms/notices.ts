import { isOverdue } from '../dues/rules.ts'
import { writeDeadline } from '../dues/texts.ts'
import { formatMoney } from '../format-money.ts'
import type { Money } from '../money.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { day } from '../time/spans.ts'
import { exportsHash, formPaymentPath, payBalancePath, submissionPath, submissionsPath } from './paths.ts'
import type { FormRefundReason } from './payment-contract.ts'
import type { SubmissionNews } from './submission-news.ts'

type About = { formId: string; submissionId: string; teamId: string; team: string; title: string }

/** Whoever does not read these can lose a place or a payment, so they come at once, as updates about games do. */
const toSenders = 'eventJoined'

/** For those who run the form. It says no answer, because an email is read by others too. */
export const formSentNotice = ({ submissionId, formId, teamId, title, isAsked }: Omit<About, 'team'> & { isAsked: boolean }) =>
  makeNotice({
    // Somebody who waited in line may need a decision later.
    key: `form-sent:${submissionId}${isAsked ? ':asked' : ''}`,
    topic: 'teamJoin',
    teamId,
    title: `New answers: ${title}`,
    text: isAsked ? 'Somebody waits for your decision.' : '',
    path: isAsked ? `${submissionsPath(formId)}?state=asked` : submissionsPath(formId),
  })

/** For those who run the form and have accepted what was sent, at most once a day. */
export const formChangedNotice = ({ submissionId, formId, teamId, title }: Omit<About, 'team'>, at: number) =>
  makeNotice({
    key: `form-changed:${submissionId}:${Math.floor(at / day)}`,
    topic: 'teamJoin',
    teamId,
    title: `Changed after you accepted: ${title}`,
    text: 'Look whether the new answers are still fine.',
    path: submissionPath(formId, submissionId),
  })

/** For those who run the form. Money never goes back by itself. */
export const formWithdrawnNotice = ({ submissionId, formId, teamId, title, isPriced }: Omit<About, 'team'> & { isPriced: boolean }) =>
  makeNotice({
    key: `form-withdrawn:${submissionId}`,
    topic: 'teamJoin',
    teamId,
    title: `Withdrawn: ${title}`,
    text: isPriced ? 'Look whether something was paid that should go back.' : '',
    path: submissionPath(formId, submissionId),
  })

const words: Record<SubmissionNews, { title: (title: string) => string; text: string }> = {
  accepted: { title: (title) => `You are in: ${title}`, text: 'The organizers accepted what you sent.' },
  declined: { title: (title) => `Not accepted: ${title}`, text: 'The organizers could not accept what you sent.' },
  ended: {
    title: (title) => `Not paid in time: ${title}`,
    text: 'Your place is free for others now. Send the form again if you still want it.',
  },
  payable: { title: (title) => `Pay to keep your place: ${title}`, text: 'There is a place for you. It is held for a day.' },
}

/** For the person who sent it. */
export const submissionDecidedNotice = (
  { submissionId, formId, title, team }: About,
  { news, reason, at }: { news: SubmissionNews; reason: string; at: number },
): NoticeContent =>
  makeNotice({
    key: `submission-decided:${submissionId}:${at}`,
    topic: toSenders,
    title: words[news].title(`${title}, ${team}`),
    text: [words[news].text, reason].filter(Boolean).join(' '),
    path: news === 'payable' ? formPaymentPath(formId, submissionId) : submissionPath(formId, submissionId),
  })

/** For the person for whom an organizer has filled a form. */
export const formFilledNotice = ({ submissionId, formId, title, team }: About, isMissing: boolean): NoticeContent =>
  makeNotice({
    key: `form-filled:${submissionId}`,
    topic: toSenders,
    title: isMissing ? `Only you can add what is missing: ${title}, ${team}` : `You are in: ${title}, ${team}`,
    text: isMissing
      ? 'An organizer filled this form for you. Your signature or consent is missing.'
      : 'An organizer filled this form for you.',
    path: submissionPath(formId, submissionId),
  })

/** For the person who has to pay a later part. `at` is when it was sent, because there are two. */
export const formPartNotice = (
  { submissionId, formId, title, team, part, dueOn, ...money }: About & Money & { part: number; dueOn: string },
  { at, now }: { at: number; now: number },
): NoticeContent =>
  makeNotice({
    key: `form-part-due:${submissionId}:${part}:${at}`,
    topic: toSenders,
    title: `${title}: ${formatMoney(money)} ${isOverdue(dueOn, now) ? 'was due on' : 'is due by'} ${writeDeadline(dueOn, now)}`,
    text: `Pay the next part to ${team}.`,
    path: payBalancePath(formId, submissionId),
  })

/** For the person who owes a part, or has to pay to keep the place. */
export const formReminderNotice = (
  { submissionId, formId, title, team, isPlaceHeld, ...money }: About & Money & { isPlaceHeld: boolean },
  at: number,
): NoticeContent =>
  makeNotice({
    key: `form-reminder:${submissionId}:${at}`,
    topic: toSenders,
    title: `${title}: ${formatMoney(money)} to pay`,
    text: isPlaceHeld ? `Pay ${team} to keep your place.` : `Pay ${team} what is open.`,
    path: isPlaceHeld ? formPaymentPath(formId, submissionId) : payBalancePath(formId, submissionId),
  })

/** For the person for whom an organizer has filled a form, and who has not added the rest yet. */
export const formMissingNotice = ({ submissionId, formId, title, team }: About, at: number) =>
  makeNotice({
    key: `form-reminder:${submissionId}:${at}`,
    topic: toSenders,
    title: `Something is still missing: ${title}, ${team}`,
    text: 'Only you can add it, such as your signature. Until then it does not count.',
    path: submissionPath(formId, submissionId),
  })

/** For the person to whom the organizers wrote. */
export const formMessageNotice = (
  { submissionId, formId, title, team }: About,
  { text, at }: { text: string; at: number },
): NoticeContent =>
  makeNotice({
    key: `form-message:${submissionId}:${at}`,
    topic: toSenders,
    title: `${team} about ${title}`,
    text,
    path: submissionPath(formId, submissionId),
  })

/** For the person who had paid. */
export const formRefundedNotice = ({
  refundId,
  formId,
  submissionId,
  title,
  team,
  reason,
  isByHand,
  ...money
}: Omit<About, 'teamId'> & Money & { refundId: string; reason: Exclude<FormRefundReason, 'bank'>; isByHand: boolean }): NoticeContent =>
  makeNotice({
    key: `form-refunded:${refundId}`,
    topic: toSenders,
    title: `You get ${formatMoney(money)} back: ${title}`,
    text: [
      reason === 'late' ? 'Your payment came too late.' : `${team} gives it back to you.`,
      isByHand ? 'The organizers say that you have it.' : 'Your bank shows the money in 5 to 10 days.',
    ].join(' '),
    path: submissionPath(formId, submissionId),
  })

type Exported = { inParts: { number: number; of: number } | null; failed: number }

function wordsOfExport({ inParts, failed }: Exported): { title: string; text: string } {
  if (!inParts) return { title: 'Your file is ready', text: 'Download it within 3 days.' }
  const { number, of } = inParts
  if (number === 1)
    return { title: `Part 1 of ${of} of your file is ready`, text: 'Download it within 3 days. We tell you when the other parts are done.' }
  if (failed === 0) return { title: `All ${of} parts of your file are ready`, text: 'Download them within 3 days.' }
  return {
    title: 'Your file is ready, but not all of it',
    text: `${failed} of ${of} parts could not be made. Download the others within 3 days, and ask for another file.`,
  }
}

/** For the organizer who has asked for a file. A later part of it is told once all parts are done. */
export const formExportedNotice = ({
  exportId,
  formId,
  teamId,
  title,
  ...exported
}: Pick<About, 'formId' | 'teamId' | 'title'> & Exported & { exportId: string }) =>
  makeNotice({
    key: `form-exported:${exportId}`,
    topic: 'teamJoin',
    teamId,
    title: `${wordsOfExport(exported).title}: ${title}`,
    text: wordsOfExport(exported).text,
    path: `${submissionsPath(formId)}${exportsHash}`,
  })
