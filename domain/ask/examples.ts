/** Questions that the Ask page shows. Each is wholly understood, which a test checks. */
export const exampleQuestions = [
  'Pickleball for beginners near Austin on Saturday morning',
  'Free basketball tonight',
  'Anything but tennis this weekend',
  '3.5 tennis within 10 miles of Denver',
  'Soccer fields with lights in Seattle',
  'Volleyball next Friday after 6pm, room for 2',
] as const

/** The hint in an empty field. */
export const questionHint = 'Pickleball near me on Saturday'
