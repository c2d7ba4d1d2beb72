# The helpers of the shell examples. Load them with: . ./giro.sh
# Without GIRO_KEY and GIRO_SECRET, they use the demo that `npm start` runs in this folder.

# demo NAME: a setting of the demo, such as customerUID.
demo() { sed -n "s/.*\"$1\": \"\(.*\)\".*/\1/p" .giro/demo.json; }

# first NAME: reads JSON, and prints the first text with this name.
first() { grep -o "\"$1\":\"[^\"]*\"" | sed -n '1s/.*:"\(.*\)"/\1/p'; }

# sign_in KEY SECRET: requests a token. All later calls use it.
sign_in() {
  TOKEN=$(curl -s -u "$1:$2" -d grant_type=client_credentials "${GIRO_TOKEN_URL:-$(demo tokenUrl)}" | first access_token)
}

# giro METHOD PATH [BODY] [KEY]: calls the API and prints the answer. Fails if it is refused, and
# shows the refusal. curl repeats a request after 429 and 503, when the answer says.
giro() {
  local answer
  answer=$(curl -s --retry 4 -X "$1" "${GIRO_URL:-$(demo baseUrl)}$2" -H "Authorization: Bearer $TOKEN" \
    -H 'Content-Type: application/json' ${3:+-d "$3"} ${4:+-H "Idempotent-Key: $4"})
  printf '%s\n' "$answer"
  case $answer in *'"status":"Failure"'*) echo "$1 $2: $answer" >&2 && return 1 ;; esac
}

# refused METHOD PATH [BODY] [KEY]: the same for a call that must be refused; prints the reason.
refused() { ! giro "$@" > refusal.json 2> /dev/null && first reason < refusal.json; }

# pay REFERENCE AMOUNT SPEED [MORE FIELDS]: the body of a payment from $ACCOUNT to $CONTACT.
pay() {
  echo '{"externalReferenceId": "'"$1"'", "paymentAmount": "'"$2"'", "paymentCurrency": "USD", "speed": "'"$3"'", '"${4:-}"'
    "sender": {"accountUID": "'"$ACCOUNT"'"}, "receiver": {"accountUID": "'"$CONTACT"'"}}'
}

# arrived PAYMENT: waits until the payment has settled. Fails if it ended otherwise.
arrived() {
  until giro GET "/v3/payments/$1" > payment.json && grep -q '"status":"PROCESSED"' payment.json; do
    if grep -qE '"status":"(VALIDATION_FAILURE|REJECTED|RETURNED|CANCELLED)"' payment.json; then
      echo "$1 was not paid" >&2 && return 1
    fi
    sleep 1
  done
}

# onboard NAME: a new customer with 10,000 dollars on an account, and a contact. Sets CUSTOMER,
# ACCOUNT and CONTACT. Called again with the same name, it finds the same ones.
onboard() {
  CUSTOMER=$(giro POST /v2/customers '{
    "externalReferenceId": "'"$1"'", "legalName": "'"$1"' LLC", "shortName": "'"$1"'", "customerType": "Corporate",
    "taxId": "851234567", "language": "en", "mailAddressSameAsLegal": true,
    "legalAddress": {"addressLine1": "8 Mill Road", "city": "Portland", "state": "ME", "postalCode": "04101", "countryCode": "US"},
    "costCenter": "0001", "relationshipManager": "manager", "originatingOfficer": "officer"
  }' "$1" | first customerUID)
  ACCOUNT=$(giro POST "/v3/customers/$CUSTOMER/accounts" '{
    "accountName": "Operating account", "accountType": "Deposit", "accountSubType": "Checking", "currency": "USD",
    "countryCode": "US", "systemOfRecords": "Giro", "routingNumber": "061099995", "masterGl": "2000"
  }' "$1-account" | first accountUID)
  giro POST "/v1/institution/accounts/$ACCOUNT/adjustments" '{
    "direction": "Credit", "amount": "10000.00", "currency": "USD", "reason": "Opening deposit", "externalReferenceId": "'"$1"'"
  }' "$1-deposit" > /dev/null
  CONTACT=$(giro POST "/v2/customers/$CUSTOMER/contacts" '{
    "externalReferenceId": "'"$1"'", "templateName": "Supplier", "name": "Meadow Mills Inc", "contactType": "Company",
    "contactBank": {"country": "US", "accountNo": "700100200301", "accountCcy": "USD", "name": "First Example Bank", "nationalCode": "021000021"}
  }' "$1-contact" | first customerContactUID)
}

sign_in "${GIRO_KEY:-$(demo apiKey)}" "${GIRO_SECRET:-$(demo apiSecret)}"
