export const maxRadiusMiles = 100
export const maxSeats = 50
export const searchKinds = ['events', 'players', 'teams', 'places'] as const
