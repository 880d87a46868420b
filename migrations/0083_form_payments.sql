CREATE TABLE `submission_parts` (
	`submission_id` text NOT NULL,
	`number` integer NOT NULL,
	`due_on` text,
	`amount` integer NOT NULL,
	`payment_id` text,
	`next_reminder_at` integer,
	PRIMARY KEY(`submission_id`, `number`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `submission_parts_to_remind` ON `submission_parts` (`next_reminder_at`) WHERE next_reminder_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `submission_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`form_id` text NOT NULL,
	`team_id` text NOT NULL,
	`title` text NOT NULL,
	`user_id` text,
	`parts` text NOT NULL,
	`method` text NOT NULL,
	`state` text NOT NULL,
	`payee_id` text,
	`account_id` text,
	`amount` integer NOT NULL,
	`our_fee` integer DEFAULT 0 NOT NULL,
	`currency` text NOT NULL,
	`session_id` text,
	`session_url` text,
	`payment_id` text,
	`refunded` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `submission_payments_session_id_unique` ON `submission_payments` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `submission_payments_payment_id_unique` ON `submission_payments` (`payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `submission_payments_open` ON `submission_payments` (`submission_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `submission_payments_by_submission` ON `submission_payments` (`submission_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `submission_payments_by_team` ON `submission_payments` (`team_id`,`state`);--> statement-breakpoint
CREATE INDEX `submission_payments_by_user` ON `submission_payments` (`user_id`,`created_at`,`id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `submission_payments_by_payee` ON `submission_payments` (`payee_id`) WHERE payee_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `submission_payments_by_account` ON `submission_payments` (`account_id`,`state`) WHERE account_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `submission_payments_left_open` ON `submission_payments` (`created_at`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `submission_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`stripe_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`submission_payment_id`) REFERENCES `submission_payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `submission_refunds_stripe_id_unique` ON `submission_refunds` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `submission_refunds_by_payment` ON `submission_refunds` (`submission_payment_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `submission_refunds_unsent` ON `submission_refunds` (`created_at`) WHERE state = 'due';