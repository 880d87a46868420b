import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { communityMembers } from '../teams/shared.ts'
import { payoutAccounts } from './schema.ts'

const po = alias(communityMembers, 'po')
const pa = alias(payoutAccounts, 'pa')

type Game = { teamId: SQLWrapper; creatorId: SQLWrapper }

/** The id of the owner of a community. */
export const ownerOf = (teamId: SQLWrapper): SQL =>
  sql`(SELECT ${po.userId} FROM ${communityMembers} ${po} WHERE ${po.teamId} = ${teamId} AND ${po.role} = 'owner')`

/** The id of the person who gets the money for a game that nobody has paid for: the owner of its community, or else its creator. */
export const payeeOfNewSale = ({ teamId, creatorId }: Game): SQL => sql`iif(${teamId} IS NULL, ${creatorId}, ${ownerOf(teamId)})`

/** People can pay through this account. The same as `isActive`. */
export const isActiveRow = ({ chargesEnabled, detailsSubmitted }: { chargesEnabled: SQLWrapper; detailsSubmitted: SQLWrapper }): SQL =>
  sql`(${chargesEnabled} AND ${detailsSubmitted})`

/** The currency of the payout account of this person. NULL if they have none that is active. */
export const currencyOf = (payee: SQLWrapper): SQL =>
  sql`(SELECT ${pa.currency} FROM ${payoutAccounts} ${pa} WHERE ${pa.userId} = ${payee} AND ${isActiveRow(pa)})`

/** Whether people can pay through the account of this person, in this currency if one is given. */
export const canBePaid = (payee: SQLWrapper, currency?: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${payoutAccounts} ${pa} WHERE ${pa.userId} = ${payee} AND ${isActiveRow(pa)}
    ${currency === undefined ? sql`` : sql`AND ${pa.currency} = ${currency}`})`
