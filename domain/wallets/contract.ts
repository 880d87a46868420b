import * as v from 'valibot'

/** The wallets of phones for which this deployment has keys. */
export const walletIds = ['apple', 'google'] as const
export type WalletId = (typeof walletIds)[number]

/** Where Google adds the ticket to the wallet of the person. */
export const GooglePass = v.object({ url: v.string() })
export type GooglePass = v.InferOutput<typeof GooglePass>
