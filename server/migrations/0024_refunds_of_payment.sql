-- What was given back of a payment is summed up wherever its booking is shown.
create index refunds_of_payment on refunds (payment_id);
