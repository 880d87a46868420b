import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { formPaymentPath, submissionPath, submissionsPath } from './paths.ts'
import type { SubmissionNews } from './submission-news.ts'

type About = { formId: string; submissionId: string; teamId: string; team: string; title: string }

/** For those who run the form. It says no answer, because an email is read by others too. */
export const formSentNotice = ({ submissionId, formId, teamId, title, isAsked }: Omit<About, 'team'> & { isAsked: boolean }) =>
  makeNotice({
    key: `form-sent:${submissionId}`,
    topic: 'teamJoin',
    teamId,
    title: `New answers: ${title}`,
    text: isAsked ? 'Somebody waits for your decision.' : '',
    path: isAsked ? `${submissionsPath(formId)}?state=asked` : submissionsPath(formId),
  })

const words: Record<SubmissionNews, { title: (title: string) => string; text: string }> = {
  accepted: { title: (title) => `You are in: ${title}`, text: 'The organizers accepted what you sent.' },
  declined: { title: (title) => `Not accepted: ${title}`, text: 'The organizers could not accept what you sent.' },
  payable: { title: (title) => `Pay to keep your place: ${title}`, text: 'There is a place for you. It is held for a day.' },
}

/** For the person who sent it. */
export const submissionDecidedNotice = (
  { submissionId, formId, title, team }: About,
  { news, reason, at }: { news: SubmissionNews; reason: string; at: number },
): NoticeContent =>
  makeNotice({
    key: `submission-decided:${submissionId}:${at}`,
    topic: 'connections',
    title: words[news].title(`${title}, ${team}`),
    text: [words[news].text, reason].filter(Boolean).join(' '),
    path: news === 'payable' ? formPaymentPath(formId, submissionId) : submissionPath(formId, submissionId),
  })
