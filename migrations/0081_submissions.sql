CREATE TABLE `form_drafts` (
	`form_id` text NOT NULL,
	`user_id` text NOT NULL,
	`answers` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`form_id`, `user_id`),
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `form_drafts_by_user` ON `form_drafts` (`user_id`);--> statement-breakpoint
CREATE TABLE `form_option_counts` (
	`form_id` text NOT NULL,
	`field_id` text NOT NULL,
	`option_id` text NOT NULL,
	`taken` integer DEFAULT 0 NOT NULL,
	`waiting` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`form_id`, `field_id`, `option_id`),
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "form_option_counts_positive" CHECK(taken >= 0 AND waiting >= 0)
);
--> statement-breakpoint
CREATE TABLE `form_people` (
	`form_id` text NOT NULL,
	`email_key` text NOT NULL,
	PRIMARY KEY(`form_id`, `email_key`),
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `form_people_by_email` ON `form_people` (`email_key`);--> statement-breakpoint
CREATE TABLE `form_state_counts` (
	`form_id` text NOT NULL,
	`state` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`form_id`, `state`),
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "form_state_counts_positive" CHECK(count >= 0)
);
--> statement-breakpoint
CREATE TABLE `submission_events` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `submission_events_in_order` ON `submission_events` (`submission_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submission_events_by_user` ON `submission_events` (`user_id`);--> statement-breakpoint
CREATE TABLE `submission_options` (
	`submission_id` text NOT NULL,
	`field_id` text NOT NULL,
	`option_id` text NOT NULL,
	`form_id` text NOT NULL,
	`ref_id` text,
	`quantity` integer NOT NULL,
	`state` text NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`submission_id`, `field_id`, `option_id`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submission_options_quantity" CHECK(quantity > 0)
);
--> statement-breakpoint
CREATE INDEX `submission_options_in_order` ON `submission_options` (`form_id`,`field_id`,`option_id`,`sent_at`,`submission_id`);--> statement-breakpoint
CREATE TABLE `submission_tags` (
	`submission_id` text NOT NULL,
	`tag` text NOT NULL,
	`form_id` text NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`submission_id`, `tag`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `submission_tags_in_order` ON `submission_tags` (`form_id`,`tag`,`sent_at`,`submission_id`);--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`form_id` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`user_id` text,
	`email_key` text,
	`key_hash` text,
	`label` text NOT NULL,
	`label_key` text NOT NULL,
	`answers` text NOT NULL,
	`ending` text NOT NULL,
	`price` text,
	`total` integer DEFAULT 0 NOT NULL,
	`currency` text,
	`was_member` integer DEFAULT false NOT NULL,
	`pay_until` integer,
	`note` text DEFAULT '' NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`sent_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `submissions_in_order` ON `submissions` (`form_id`,`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_state` ON `submissions` (`form_id`,`state`,`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_label` ON `submissions` (`form_id`,`label_key`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_user` ON `submissions` (`user_id`,`sent_at`,`id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `submissions_by_email` ON `submissions` (`email_key`,`form_id`) WHERE email_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `submissions_to_end` ON `submissions` (`pay_until`) WHERE pay_until IS NOT NULL;--> statement-breakpoint
ALTER TABLE `forms` ADD `settings` text DEFAULT '{"audience":"anyone","code":null,"opensAt":null,"closesAt":null,"timeZone":"UTC","maxSubmissions":null,"isOncePerPerson":false,"needsApproval":false,"changesUntil":null,"keepMonths":null,"addsMembers":false,"frameOrigins":[],"thankYouUrl":null}' NOT NULL;