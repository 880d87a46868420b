import type { OrderPart } from '../../domain/orders/contract.ts'

export const orderPartWords: Record<OrderPart, string> = { deposit: 'Deposit', balance: 'Balance', share: 'A friend’s seat' }
