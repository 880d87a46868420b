export const radiusMostMiles = 100
export const seatsMost = 50
export const searchKinds = ['events', 'players', 'teams', 'places'] as const
