/** What Stripe asks of a host, by the end of its name for it, in plain words. The first that fits counts. */
const requirementTexts: readonly (readonly [RegExp, string])[] = [
  [/^external_account/, 'A bank account for your payouts'],
  [/^tos_acceptance/, 'Your consent to the terms of Stripe'],
  [/^business_type/, 'Whether you are a person or a business'],
  [/^business_profile\.url|^business_profile\.product_description/, 'A website, or a sentence about what you offer'],
  [/^business_profile\.mcc/, 'The kind of your business'],
  [/^business_profile\.support/, 'How players can reach you'],
  [/^settings\.payments\.statement_descriptor/, 'The name on card statements'],
  [/^company\.tax_id|^company\.vat_id/, 'The tax number of your business'],
  [/^company\.verification|^documents\.company/, 'A document about your business'],
  [/^company\.address/, 'The address of your business'],
  [/^company\./, 'The details of your business'],
  [/verification\.proof_of_liveness/, 'A photo of yourself'],
  [/verification\.additional_document/, 'A document that shows your address'],
  [/verification/, 'An ID document'],
  [/\.ssn_last_4$/, 'The last four digits of your Social Security number'],
  [/\.id_number$/, 'Your Social Security number or national ID number'],
  [/\.dob\./, 'Your date of birth'],
  [/\.(first_name|last_name|full_name)/, 'Your legal name'],
  [/\.(address|registered_address)\b/, 'Your home address'],
  [/\.email$/, 'Your email'],
  [/\.phone$/, 'Your phone number'],
  [/^(owners|directors|executives)\.|relationship/, 'The people who own or run your business'],
]

/** For what Stripe may ask one day, and we do not know yet. */
const otherText = 'Something else, which Stripe shows you'

/** Says in plain words what Stripe asks for, each thing once: it asks for the parts of a date or a name one by one. */
export const describeRequirements = (currentlyDue: readonly string[]): string[] => [
  ...new Set(currentlyDue.map((name) => requirementTexts.find(([pattern]) => pattern.test(name))?.[1] ?? otherText)),
]
