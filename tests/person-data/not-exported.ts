const sameAddress = 'the same email in the form used for comparison'
const counter = 'a version number that says nothing about the person'
const counted = 'counted from rows of other people'
const ofEveryone = 'changed by many people, so not data of this person'
const bookkeeping = 'internal state of the system'
const secret = 'a secret: another person could use it to sign in as this person'
const hashed = 'stored under keyed hashes, which identify nobody without the key'
const address = 'the key of a picture file'

/** Columns that no export contains, each with the reason. */
export const notExported: Record<string, string> = {
  'activity_subscriptions.version': counter,
  'auth_sessions.expires_at': 'calculated from the last use',
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
  'jobs.body': 'the export lists queued emails by kind, and their content is stored elsewhere',
  'jobs.error': bookkeeping,
  'jobs.queue': bookkeeping,
  'joiners.guest_name': 'a guest whom a host added has no account, and so no export',
  'joiners.offer_expires_at': bookkeeping,
  'joiners.offer_hash': secret,
  'joiners.waitlist_rank': bookkeeping,
  'joiners.updated_at': bookkeeping,
  'known_devices.user_agent_hash': 'a hash, which nobody can read',
  'notices.key': bookkeeping,
  'outbox.body': 'for the same reason as the body of a job',
  'outbox.queue': bookkeeping,
  'place_edits.version': counter,
  'player_calls.expires_at': 'calculated from the time of the call',
  'places.deleted_at': ofEveryone,
  'places.photos': address,
  'places.time_zone': 'calculated from the location',
  'places.updated_at': ofEveryone,
  'places.version': counter,
  'profiles.version': counter,
  'reports.handled_at': 'operators do not disclose what they do with a report',
  'season_registrations.ends_on': 'the end of the season, which the export contains already',
  'sign_in_tries.last_at': hashed,
  'sign_in_tries.locked_until': hashed,
  'sign_in_tries.pair': hashed,
  'sign_in_tries.wrong': hashed,
  'teams.lat': 'the location of the city',
  'teams.lng': 'the location of the city',
  'teams.members': counted,
  'teams.photo_key': address,
  'teams.plan': 'belongs to the team',
  'teams.updated_at': ofEveryone,
  'user_list_items.email_key': sameAddress,
  'users.deleted_at': 'a deleted account has no export',
  'users.email_key': sameAddress,
  'users.password_hash': secret,
  'users.photo_key': 'the export contains the picture itself',
}
