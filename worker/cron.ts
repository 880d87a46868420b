import { deleteExpiredSessions } from './accounts/sessions.ts'
import { expireExports } from './data-exports/commands.ts'
import { remindOfDues } from './dues/reminders.ts'
import type { Env } from './env.ts'
import { offerFreeSeats } from './events/jobs.ts'
import { publishDue } from './events/publish-event.ts'
import { cleanEventCells, remindOfEvents } from './events/reminders.ts'
import { deleteRemovedTeams, loadDueFeeds } from './external-teams/commands.ts'
import { deleteOldDrafts, deleteOldSubmissions } from './forms/delete-old-submissions.ts'
import { expireFormExports } from './forms/exports.ts'
import { deleteUnsentFiles } from './forms/files.ts'
import { deleteOldFormLinks } from './forms/form-links.ts'
import { remindOfParts } from './forms/part-reminders.ts'
import { endUnpaidSubmissions } from './forms/settle-form-payment.ts'
import { deleteExpiredWaivers } from './forms/waivers.ts'
import { endOldClaims } from './hostnames/team-hostname.ts'
import { deleteDoneJobs, sendOutbox, sweepOutbox } from './jobs/commands.ts'
import { queueSyncs } from './ledger/queue-syncs.ts'
import { endUnpaidMemberships } from './memberships/queue-ends.ts'
import { planMessageMails } from './messages/plan-mails.ts'
import { deleteOldPolls } from './messages/save-polls.ts'
import { sendMessageMails } from './messages/send-mails.ts'
import { deleteOldNotices } from './notifications/commands.ts'
import { sendDigests } from './notifications/digests.ts'
import { askForDueBalances } from './orders/balances.ts'
import { endUnpaidHolds } from './orders/end-hold.ts'
import { deleteOldOrganizationChanges } from './organizations/changes.ts'
import { deleteOldOutreach } from './outreach/commands.ts'
import { chasePayments } from './payments/chase-payments.ts'
import { deleteOldEvents, queueSweep } from './payments/commands.ts'
import { tellOfDeadlines } from './payments/sync-account.ts'
import { remindOfDisputes } from './payments/sync-dispute.ts'
import { deleteExpiredProposals } from './places/proposal-commands.ts'
import { type Database, openPrimary } from './platform/database.ts'
import { getErrorFields, logLine } from './platform/log.ts'
import { getSettings } from './platform/settings.ts'
import { forgetSignedOutDevices } from './push/commands.ts'
import { askSubstitutes } from './seasons/ask-substitutes.ts'
import { deleteOldSeatCodes } from './seat-codes/delete-old-seat-codes.ts'
import { remindOfDrafts } from './team-drafts/reminders.ts'
import { deleteOldDayCounts } from './team-hours/day-counts.ts'
import { deleteOldJoining } from './team-joining/end-joining.ts'
import { teamRows } from './team-rows.ts'
import { expireHandOvers } from './teams/end-hand-overs.ts'
import { deleteOldTeamChanges } from './teams/list-changes.ts'
import { purgeTeams } from './teams/purge-teams.ts'

/** Chores that run every minute, in parallel. A chore that fails is logged and does not stop the others. */
const chores: Record<string, (db: Database, env: Env, now: number) => Promise<unknown>> = {
  sweepOutbox: (db, env, now) => sweepOutbox(db, env, now),
  deleteDoneJobs: (db, _, now) => deleteDoneJobs(db, now),
  deleteOldNotices: (db, _, now) => deleteOldNotices(db, now),
  deleteOldPolls: (db, _, now) => deleteOldPolls(db, now),
  purgeTeams: (db, _, now) => purgeTeams(db, now, teamRows),
  deleteOldTeamChanges: (db, _, now) => deleteOldTeamChanges(db, now),
  deleteOldOrganizationChanges: (db, _, now) => deleteOldOrganizationChanges(db, now),
  sweepMoney: (db, env, now) => queueSweep(db, getSettings(env), now),
  chasePayments: (db, _, now) => chasePayments(db, now),
  endUnpaidMemberships: (db, _, now) => endUnpaidMemberships(db, now),
  deleteOldStripeEvents: (db, _, now) => deleteOldEvents(db, now),
  tellOfDeadlines: (db, _, now) => tellOfDeadlines(db, now),
  remindOfDisputes: (db, _, now) => remindOfDisputes(db, now),
  askForDueBalances: (db, _, now) => askForDueBalances(db, now),
  endUnpaidHolds: (db, _, now) => endUnpaidHolds(db, now),
  remindOfDues: (db, _, now) => remindOfDues(db, now),
  endUnpaidSubmissions: (db, _, now) => endUnpaidSubmissions(db, now),
  deleteExpiredWaivers: (db, _, now) => deleteExpiredWaivers(db, now),

  deleteOldSubmissions: (db, _, now) => deleteOldSubmissions(db, now),
  deleteOldFormDrafts: (db, _, now) => deleteOldDrafts(db, now),
  deleteOldFormLinks: (db, _, now) => deleteOldFormLinks(db, now),
  remindOfParts: (db, _, now) => remindOfParts(db, now),
  deleteUnsentFiles: (db, _, now) => deleteUnsentFiles(db, now),
  queueLedgerSyncs: (db, _, now) => queueSyncs(db, now),
  deleteOldOutreach: (db, _, now) => deleteOldOutreach(db, now),
  deleteExpiredProposals: (db, _, now) => deleteExpiredProposals(db, now),
  sendDigests: (db, _, now) => sendDigests(db, now),
  planMessageMails: (db, _, now) => planMessageMails(db, now),
  sendMessageMails: (db, _, now) => sendMessageMails(db, now),
  expireExports: (db, env, now) => expireExports(db, env.FILES, now),
  expireFormExports: (db, env, now) => expireFormExports(db, env.FILES, now),
  deleteOldSeatCodes: (db, _, now) => deleteOldSeatCodes(db, now),
  offerFreeSeats: (db, _, now) => offerFreeSeats(db, now, () => crypto.randomUUID()),
  askSubstitutes: (db, _, now) => askSubstitutes(db, { now, newId: () => crypto.randomUUID() }),
  expireHandOvers: (db, _, now) => expireHandOvers(db, now),
  endOldClaims: (db, _, now) => endOldClaims(db, now),
  deleteOldDayCounts: (db, _, now) => deleteOldDayCounts(db, now),
  deleteOldJoining: (db, _, now) => deleteOldJoining(db, now),
  publishDue: (db, _, now) => publishDue(db, now),
  remindOfDrafts: (db, _, now) => remindOfDrafts(db, now),
  remindOfEvents: (db, _, now) => remindOfEvents(db, now),
  loadDueFeeds: (db, _, now) => loadDueFeeds(db, now),
  deleteRemovedTeams: (db, _, now) => deleteRemovedTeams(db, now),
  cleanEventCells: (db, _, now) => cleanEventCells(db, now),
  forgetSignedOutDevices: (db) => forgetSignedOutDevices(db),
  deleteExpired: (db, _, now) => deleteExpiredSessions(db, now),
}

export async function runChores(env: Env, now: number): Promise<void> {
  const runEach = Object.entries(chores).map(async ([chore, run]) => {
    const db = openPrimary(env.DB)
    try {
      await run(db, env, now)
    } catch (error) {
      logLine('error', 'chore-failed', { chore, ...getErrorFields(error) })
    }
    await sendOutbox(env, db.outboxIds)
  })
  await Promise.all(runEach)
}
