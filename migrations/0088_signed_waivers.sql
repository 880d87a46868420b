CREATE TABLE `form_waivers` (
	`form_id` text NOT NULL,
	`version` integer NOT NULL,
	`field_id` text NOT NULL,
	`words_hash` text NOT NULL,
	`is_for_everyone` integer NOT NULL,
	PRIMARY KEY(`form_id`, `version`, `field_id`),
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `signed_waivers` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`form_id` text NOT NULL,
	`version` integer NOT NULL,
	`field_id` text NOT NULL,
	`submission_id` text NOT NULL,
	`words_hash` text NOT NULL,
	`user_id` text,
	`email_key` text,
	`signer` text NOT NULL,
	`for_whom` text NOT NULL,
	`row` integer NOT NULL,
	`signature` text NOT NULL,
	`signed_at` integer NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `signed_waivers_in_order` ON `signed_waivers` (`form_id`,`signed_at`,`id`);--> statement-breakpoint
CREATE INDEX `signed_waivers_of_submission` ON `signed_waivers` (`submission_id`);--> statement-breakpoint
CREATE INDEX `signed_waivers_by_user` ON `signed_waivers` (`user_id`,`team_id`,`words_hash`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `signed_waivers_by_email` ON `signed_waivers` (`email_key`) WHERE email_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `signed_waivers_to_delete` ON `signed_waivers` (`expires_at`) WHERE expires_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `form_id` text;--> statement-breakpoint
ALTER TABLE `forms` ADD `copied_from` text;