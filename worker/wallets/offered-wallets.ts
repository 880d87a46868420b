import { type WalletId, walletIds } from '../../domain/wallets/contract.ts'
import type { Settings } from '../platform/settings.ts'

/** The wallets for which this deployment has keys. */
export const offeredWallets = ({ wallets }: Pick<Settings, 'wallets'>): WalletId[] => walletIds.filter((id) => wallets[id] !== null)
