CREATE TABLE `due_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`due_id` text NOT NULL,
	`user_id` text NOT NULL,
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
	FOREIGN KEY (`due_id`) REFERENCES `dues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `due_payments_session_id_unique` ON `due_payments` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `due_payments_payment_id_unique` ON `due_payments` (`payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `due_payments_open` ON `due_payments` (`due_id`,`user_id`) WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `due_payments_paid` ON `due_payments` (`due_id`,`user_id`) WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX `due_payments_by_due` ON `due_payments` (`due_id`,`user_id`,`state`);--> statement-breakpoint
CREATE INDEX `due_payments_by_user` ON `due_payments` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `due_payments_by_payee` ON `due_payments` (`payee_id`) WHERE payee_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `due_payments_by_account` ON `due_payments` (`account_id`,`state`) WHERE account_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `due_payments_left_open` ON `due_payments` (`created_at`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `due_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`due_payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`stripe_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`due_payment_id`) REFERENCES `due_payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `due_refunds_stripe_id_unique` ON `due_refunds` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `due_refunds_by_payment` ON `due_refunds` (`due_payment_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `due_refunds_unsent` ON `due_refunds` (`created_at`) WHERE state = 'due';--> statement-breakpoint
CREATE TABLE `dues` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`title` text NOT NULL,
	`note` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`due_on` text NOT NULL,
	`next_reminder_at` integer,
	`reminded_at` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `dues_by_team` ON `dues` (`team_id`,`ended_at`,`due_on`,`id`);--> statement-breakpoint
CREATE INDEX `dues_to_remind` ON `dues` (`next_reminder_at`) WHERE next_reminder_at IS NOT NULL;