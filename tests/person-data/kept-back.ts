const sameAddress = 'the address once more, as it is compared'
const counter = 'tells two tabs apart, and nothing of the person'
const counted = 'counted from rows of others'
const ofEveryone = 'what became of it is everyone’s, and not theirs alone'
const bookkeeping = 'what the machine notes for itself'
const secret = 'a secret: whoever has it could be this person'
const hashed = 'counted by keyed hashes, which lead to nobody without the key'
const address = 'where a picture lies'

/** Columns that no export hands out, each with the reason. */
export const keptBack: Record<string, string> = {
  'activity_subscriptions.version': counter,
  'auth_sessions.expires_at': 'follows from when it was last used',
  'auth_tokens.hash': secret,
  'auth_tokens.password_hash': secret,
  'availability.version': counter,
  'blocks.email_key': sameAddress,
  'data_exports.done': bookkeeping,
  'data_exports.total': bookkeeping,
  'events.picture_key': address,
  'events.reminded': bookkeeping,
  'events.taken': counted,
  'events.version': counter,
  'events.waiting': counted,
  'jobs.attempts': bookkeeping,
  'jobs.body': 'a mail on its way is named by what it is about, and holds what stands elsewhere',
  'jobs.error': bookkeeping,
  'jobs.queue': bookkeeping,
  'joiners.guest_name': 'whom a host wrote down has no account, and so no export',
  'joiners.offer_expires_at': bookkeeping,
  'joiners.offer_hash': secret,
  'joiners.turn': bookkeeping,
  'joiners.updated_at': bookkeeping,
  'known_devices.user_agent_hash': 'a hash that tells nobody anything',
  'notices.key': bookkeeping,
  'outbox.body': 'as that of a job',
  'outbox.queue': bookkeeping,
  'place_edits.version': counter,
  'place_pings.expires_at': 'follows from when it was made',
  'places.deleted_at': ofEveryone,
  'places.photos': address,
  'places.time_zone': 'follows from where it is',
  'places.updated_at': ofEveryone,
  'places.version': counter,
  'profiles.version': counter,
  'reports.handled_at': 'what operators do with a report is not told',
  'season_registrations.ends_on': 'the end of the season, which is handed out with it',
  'sign_in_tries.last_at': hashed,
  'sign_in_tries.locked_until': hashed,
  'sign_in_tries.pair': hashed,
  'sign_in_tries.wrong': hashed,
  'teams.lat': 'follows from its city',
  'teams.lng': 'follows from its city',
  'teams.members': counted,
  'teams.photo_key': address,
  'teams.plan': 'the team’s',
  'teams.updated_at': ofEveryone,
  'user_list_items.email_key': sameAddress,
  'users.deleted_at': 'whose account is deleted has no export',
  'users.email_key': sameAddress,
  'users.password_hash': secret,
  'users.photo_key': 'the picture itself is in the file',
}
