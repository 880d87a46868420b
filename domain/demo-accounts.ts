/** The accounts of the demo data that a visitor can sign in to. They all have the same password. */
export const demoPassword = 'beans-demo-1'

export const demoAccounts = [
  { email: 'player@demo.test', password: demoPassword, who: 'A player' },
  { email: 'host@demo.test', password: demoPassword, who: 'A host' },
  { email: 'organizer@demo.test', password: demoPassword, who: 'An organizer without payouts' },
  { email: 'new@demo.test', password: demoPassword, who: 'A new user' },
  { email: 'admin@demo.test', password: demoPassword, who: 'An admin' },
]
