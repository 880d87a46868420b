import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { type FeedFailure, feedFailureTexts } from './failures.ts'

type Trouble = { teamId: string; teamName: string; failure: FeedFailure; failedSince: number }

const path = '/external-teams'

// The keys contain the start of the trouble, so that a calendar that works and fails again is news.

export const externalTeamFailingNotice = ({ teamId, teamName, failure, failedSince }: Trouble): NoticeContent =>
  makeNotice({
    key: `external-team-failing:${teamId}:${failedSince}:${failure}`,
    topic: 'eventJoined',
    title: `We cannot load the calendar of ${teamName}`,
    text: `${feedFailureTexts[failure]} The games you see may be out of date. We keep trying.`,
    path,
  })

export const externalTeamStoppedNotice = ({ teamId, teamName, failure, failedSince }: Trouble): NoticeContent =>
  makeNotice({
    key: `external-team-stopped:${teamId}:${failedSince}`,
    topic: 'eventJoined',
    title: `We stopped loading the calendar of ${teamName}`,
    text: `It has failed for two weeks. ${feedFailureTexts[failure]} Check the link, and try again when you are ready.`,
    path,
  })
